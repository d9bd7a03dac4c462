"""The file of outlines: what is refused in it, and what is left of it for some countries."""

import json
import re
from copy import deepcopy
from typing import Any

import pytest

from builder.extensions.tables.topology import parse_topology, without_shapes
from tests.support.cases import load_cases
from tests.support.project import DATASETS

CODES = ("AA", "BB", "CC")
TOPOLOGY: Any = load_cases("outline_geometry")["topology"]
SHAPES = ("objects", "countries", "geometries")


def found(topology: Any) -> list[str]:
    """Return the problems of a file with *topology*."""
    parsed, problems = parse_topology(json.dumps(topology).encode(), CODES)
    assert problems or parsed["arcs"]
    return [str(problem) for problem in problems]


def with_shape(*shapes: Any) -> Any:
    topology = deepcopy(TOPOLOGY)
    topology["objects"]["countries"]["geometries"] += shapes
    return topology


def test_valid_file_has_no_fault() -> None:
    assert found(TOPOLOGY) == []


@pytest.mark.parametrize("arc", [4, -5])
def test_arc_that_is_not_there_is_named(arc: int) -> None:
    topology = deepcopy(TOPOLOGY)
    topology["objects"]["countries"]["geometries"][2]["arcs"] = [[arc]]
    assert found(topology) == ["tables/outlines.json: CC: names an arc that the file lacks; it has 4"]


def test_second_outline_and_one_of_no_country_are_named() -> None:
    shape = TOPOLOGY["objects"]["countries"]["geometries"][0]
    assert found(with_shape(shape, shape | {"id": "QQ"})) == [
        "tables/outlines.json: AA: has 2 outlines",
        "tables/outlines.json: QQ: is not the cca2 code of a country in the dataset",
    ]


@pytest.mark.parametrize(
    ("way", "value", "where"),
    [
        (("arcs", 0, 1), [1], "arcs.0.1.1"),
        (("transform", "scale"), [1, 2, 3], "transform.scale"),
        ((*SHAPES, 0, "arcs", 0), 2, "objects.countries.geometries.0.Polygon.arcs.0"),
        ((*SHAPES, 0, "type"), "Point", "objects.countries.geometries.0"),
    ],
)
def test_wrong_shape_is_named_with_its_place(way: tuple[Any, ...], value: Any, where: str) -> None:
    topology = deepcopy(TOPOLOGY)
    place = topology
    for key in way[:-1]:
        place = place[key]
    place[way[-1]] = value
    [message] = found(topology)
    assert message.startswith(f"tables/outlines.json: {where}: ")


def test_every_missing_member_is_named() -> None:
    messages = found({})
    assert [message.split(": ")[1] for message in messages] == ["type", "transform", "objects", "arcs"]


def test_part_of_the_world_has_the_arcs_of_its_shapes_alone() -> None:
    whole = json.loads((DATASETS / "few/data/tables/outlines.json").read_bytes())
    codes = {shape["id"] for shape in whole["objects"]["countries"]["geometries"]}
    part = without_shapes(whole, codes - {"AU", "MT", "VU"})
    shapes = part["objects"]["countries"]["geometries"]
    assert {shape["id"] for shape in shapes} == {"AU", "MT", "VU"}
    assert part["objects"]["disputed"]["geometries"] == []
    numbers = {int(text) for text in re.findall(r"-?\d+", json.dumps([shape["arcs"] for shape in shapes]))}
    assert {number if number >= 0 else ~number for number in numbers} == {*range(len(part["arcs"]))}
    assert len(part["arcs"]) < len(whole["arcs"])
