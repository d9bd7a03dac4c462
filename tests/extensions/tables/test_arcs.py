"""Boxes around outlines."""

import pytest

from builder.extensions.tables.arcs import Degrees, bounding_box


def square(west: float, east: float) -> list[Degrees]:
    return [(west, -1.0), (east, -1.0), (east, 1.0), (west, -1.0)]


@pytest.mark.parametrize(
    ("rings", "west", "east"),
    [
        ([square(5, 9)], 5, 9),
        ([square(5, 9), square(-70, -60)], -70, 9),
        ([square(178, 180), square(-180, -179)], 178, -179),
        ([square(-170, -60), square(172, 174), square(-180, -178), square(178, 180)], 172, -60),
        ([square(-180, 180), square(-60, -50)], -180, 180),
    ],
)
def test_box_is_the_narrower_way_round(rings: list[list[Degrees]], west: float, east: float) -> None:
    assert bounding_box(rings) == [west, -1, east, 1]
