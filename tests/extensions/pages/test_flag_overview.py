"""The image of all flags."""

from pathlib import Path

import pytest

from builder.api.types import Entry
from builder.extensions.pages.flag_overview import (
    CELL_HEIGHT,
    CELL_WIDTH,
    COLUMNS,
    PADDING,
    grid_position,
    make_overview,
    row_count,
)
from builder.images.memo import Memo
from tests.support import png


def _flag(number: int, colour: str) -> Entry:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="{colour}" d="M0 0h4v3H0z"/></svg>'
    return Entry(f"/flags/svg/{number}.svg", f"public/flags/svg/{number}.svg", svg.encode, "svg", "image")


def _png(number: int) -> Entry:
    return Entry(f"/flags/png/{number}.png", f"public/flags/png/{number}.png", lambda: b"of another size", "png")


@pytest.fixture
def memo(tmp_path: Path) -> Memo:
    return Memo(tmp_path, "")


def test_flag_is_at_the_position_of_its_number(memo: Memo) -> None:
    colours = {0: "#f00", COLUMNS - 1: "#0f0", COLUMNS: "#00f", COLUMNS + 2: "#000"}
    flags = [_flag(number, colours.get(number, "#fff")) for number in range(COLUMNS + 3)]
    image = make_overview([asset for number, flag in enumerate(flags) for asset in (flag, _png(number))], memo)
    width, height = CELL_WIDTH + 2 * PADDING, CELL_HEIGHT + 2 * PADDING
    assert png.size(image) == (COLUMNS * width, 2 * height)
    pixels = png.rows(image)
    middles = {}
    for number in colours:
        column, row = grid_position(number)
        middles[number] = pixels[int((row + 0.5) * height)][int((column + 0.5) * width)]
    assert middles == {
        0: (255, 0, 0, 255),
        COLUMNS - 1: (0, 255, 0, 255),
        COLUMNS: (0, 0, 255, 255),
        COLUMNS + 2: (0, 0, 0, 255),
    }
    # A white frame, so that no neighbour shows at the edge of a scaled flag.
    assert {pixels[height // 2][x] for x in (0, PADDING - 1, width - 1, width)} == {(255, 255, 255, 255)}


def test_overview_depends_on_the_flags_and_their_order(memo: Memo) -> None:
    one, other = _flag(0, "#f00"), _flag(1, "#00f")
    made = [make_overview(flags, memo) for flags in ([one, other], [one, other], [other, one], [one])]
    assert made[0] == made[1]
    assert len(set(made)) == 3


@pytest.mark.parametrize("count", [1, COLUMNS - 1, COLUMNS, COLUMNS + 1, 250])
def test_number_of_rows_is_that_of_the_last_flag(count: int) -> None:
    assert row_count(count) == grid_position(count - 1)[1] + 1
