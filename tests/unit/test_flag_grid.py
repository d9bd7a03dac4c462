"""The layout of the image of all flags."""

import pytest

from builder.flag_grid import COLUMNS, grid_position, rows


def test_flags_fill_one_row_after_another() -> None:
    places = [grid_position(number) for number in range(3 * COLUMNS)]
    assert places == sorted(places, key=lambda found: (found[1], found[0]))
    assert len(set(places)) == len(places)
    assert max(column for column, _ in places) == COLUMNS - 1


@pytest.mark.parametrize("count", [1, COLUMNS - 1, COLUMNS, COLUMNS + 1, 250])
def test_number_of_rows_is_that_of_the_last_flag(count: int) -> None:
    assert rows(count) == grid_position(count - 1)[1] + 1
