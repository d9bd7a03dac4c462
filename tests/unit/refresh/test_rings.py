"""Polygons of arcs are joined, divided and cut at the 180th meridian."""

import pytest

from refresh.rings import Arcs, Grid, Point, cut_at_meridian, joined_polygons, points_of

GRID = Grid(west=-180, south=-90, per_degree=1)
# Points of the grid have 0 at 180 degrees west and 90 degrees south.
EAST = 360


def cut(*rings: list[Point]) -> list[list[list[Point]]]:
    arcs: Arcs = [*rings]
    shapes = {"A": [[[number] for number in range(len(rings))]]}
    cut_at_meridian(shapes, arcs, GRID)
    return sorted([[points_of(ring, arcs) for ring in polygon] for polygon in shapes["A"]])


def test_ring_across_the_meridian_becomes_two_that_end_there() -> None:
    west, east = cut([(350, 100), (350, 110), (10, 110), (10, 100), (350, 100)])
    assert west == [[(0, 110), (10, 110), (10, 100), (0, 100), (0, 110)]]
    assert east == [[(EAST, 100), (350, 100), (350, 110), (EAST, 110), (EAST, 100)]]


def test_ring_that_only_touches_the_meridian_from_the_other_side_stays_one() -> None:
    assert cut([(EAST, 100), (0, 104), (6, 102), (EAST, 100)]) == [[[(0, 100), (0, 104), (6, 102), (0, 100)]]]


def test_ring_around_the_pole_gets_the_edge_of_the_map() -> None:
    assert cut([(0, 20), (180, 30), (300, 25), (0, 20)]) == [
        [[(0, 20), (180, 30), (300, 25), (EAST, 20), (EAST, 0), (0, 0), (0, 20)]]
    ]


def test_hole_stays_in_the_piece_around_it() -> None:
    hole = [(352, 102), (354, 102), (354, 104), (352, 104), (352, 102)]
    west, east = cut([(350, 100), (350, 110), (10, 110), (10, 100), (350, 100)], hole)
    assert (len(west), east[1]) == (1, hole)


def test_ring_away_from_the_meridian_keeps_its_arcs() -> None:
    ring = [(5, 5), (5, 6), (6, 5), (5, 5)]
    assert cut(ring) == [[ring]]


def test_neighbour_that_fills_a_hole_leaves_none() -> None:
    outer: list[Point] = [(0, 0), (0, 9), (9, 9), (9, 0), (0, 0)]
    inner: list[Point] = [(3, 3), (6, 3), (6, 6), (3, 6), (3, 3)]
    assert joined_polygons([[[0], [1]], [[~1]]], [outer, inner]) == [[[0]]]


def test_polygons_without_a_common_border_stay_apart() -> None:
    far = [[[0]], [[1]]]
    assert joined_polygons(far, [[(0, 0), (0, 1), (1, 0), (0, 0)], [(5, 5), (5, 6), (6, 5), (5, 5)]]) == far


def test_hole_among_several_polygons_is_refused() -> None:
    arcs: Arcs = [
        [(0, 0), (0, 9), (9, 9), (9, 0), (0, 0)],
        [(3, 3), (4, 3), (4, 4), (3, 4), (3, 3)],
        [(6, 6), (7, 6), (7, 7), (6, 7), (6, 6)],
        [(20, 0), (20, 9), (29, 9), (29, 0), (20, 0)],
        [(22, 2), (24, 2), (24, 4), (22, 2)],
    ]
    with pytest.raises(KeyError, match="a hole in several polygons"):
        joined_polygons([[[0], [1], [2]], [[~1]], [[3], [4]], [[~4]]], arcs)
