"""Outlines: the projection, and paths."""

import json
import re
from typing import Any

import pytest

from builder.extensions.pages.map_outlines import FINE, WIDTH, MapOutlines, outlines_file, project


def topology(
    arcs: list[list[list[int]]], geometries: list[object], disputed: list[dict[str, Any]] | None = None
) -> Any:
    return {
        "type": "Topology",
        "transform": {"scale": [1, 1], "translate": [0, 0]},
        "arcs": arcs,
        "objects": {
            "countries": {"type": "GeometryCollection", "geometries": geometries},
            "disputed": {"type": "GeometryCollection", "geometries": disputed or []},
        },
    }


def columns(path: str) -> list[int]:
    """List every x of the relative lines of a path."""
    found = []
    for ring in path.split("M")[1:]:
        start, steps = ring.rstrip("z").split("l")
        x = int(start.split()[0])
        found.append(x)
        for step in re.findall(r"-?\d+", steps)[::2]:
            x += int(step)
            found.append(x)
    return found


def test_equator_spans_the_width_and_poles_are_shorter() -> None:
    assert project(-180, 0) == (0, WIDTH // 4)
    assert project(180, 0) == (WIDTH, WIDTH // 4)
    assert project(0, 0) == (WIDTH // 2, WIDTH // 4)
    left, right = project(-180, 90), project(180, 90)
    assert right[0] - left[0] == pytest.approx(WIDTH * 0.592, abs=3)
    assert left[1] == right[1] < project(0, 60)[1]


def test_projection_keeps_areas_equal() -> None:
    """A band of ten degrees shrinks with the cosine of its latitude, on the globe as on the map."""

    def area(south: float, north: float) -> float:
        width = project(180, (south + north) / 2)[0] - project(-180, (south + north) / 2)[0]
        return width * (project(0, south)[1] - project(0, north)[1])

    assert area(60, 70) / area(0, 10) == pytest.approx(0.4226 / 0.9962, rel=0.02)


def test_arcs_are_joined_forwards_and_backwards() -> None:
    arcs = [[[0, 0], [10, 0]], [[0, 0], [0, 10], [10, 0], [0, -10]]]
    shape = topology(arcs, [{"type": "Polygon", "id": "001", "arcs": [[0, -2]]}])
    path = MapOutlines(shape)[1].countries["001"]
    assert path.count("M") == 1
    assert min(columns(path)) == project(0, 0)[0]
    assert max(columns(path)) == project(10, 0)[0]


def test_disputed_border_is_a_line_of_its_disputed_part() -> None:
    arcs = [[[0, 0], [40, 0]]]
    whole = {"type": "MultiLineString", "properties": {"between": ["001", "002"]}, "arcs": [[0]]}
    part = {**whole, "properties": {"within": [10, -1, 20, 1]}}
    assert "z" not in MapOutlines(topology(arcs, [], [whole]))[1].disputed
    assert columns(MapOutlines(topology(arcs, [], [whole]))[1].disputed) == [project(0, 0)[0], project(40, 0)[0]]
    drawn = columns(MapOutlines(topology(arcs, [], [part]))[1].disputed)
    assert (drawn[0], drawn[-1]) == pytest.approx((project(10, 0)[0], project(20, 0)[0]), abs=2)


def test_fine_outlines_have_the_same_places_with_a_decimal() -> None:
    shape = topology([[[0, 0], [0, 10], [10, 0], [0, -10], [-10, 0]]], [{"type": "Polygon", "id": "AA", "arcs": [[0]]}])
    path = json.loads(outlines_file(MapOutlines(shape)[FINE]))["countries"]["AA"]
    start, steps = path.removeprefix("M").rstrip("z").split("l")
    x, y = map(float, start.split())
    assert (round(x), round(y)) == project(0, 0)
    numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", steps)]
    across, down = x + numbers[0] + numbers[2], y + numbers[1] + numbers[3]
    assert (across, down) == pytest.approx([number / FINE for number in project(10, 10, FINE)])
