"""Outlines as GeoJSON and TopoJSON, and the boxes around them."""

import json
from typing import Any

import pytest

from builder.api.types import Record
from builder.extensions.tables.outline_geometry import Degrees, Outlines, bounding_box
from tests.support.cases import load_cases

# Two squares with a border: the first has clockwise rings, as the topology of the dataset.
TOPOLOGY: Any = load_cases("outline_geometry")["topology"]


def outlines() -> Outlines:
    values: list[Any] = [
        {"cca2": code, "cca3": f"{code}X", "name": {"common": f"Land {code}"}} for code in ("AA", "BB", "CC")
    ]
    return Outlines(TOPOLOGY, [Record(value, b"", "") for value in values])


def test_feature_has_counterclockwise_rings_of_four_decimals_and_a_box() -> None:
    assert json.loads(json.dumps(outlines().feature("AA"))) == {
        "type": "Feature",
        "id": "AA",
        "bbox": [9.0, 9.0001, 10.0, 10.0001],
        "properties": {"cca2": "AA", "cca3": "AAX", "name": "Land AA"},
        "geometry": {
            "type": "Polygon",
            "coordinates": [[[10.0, 10.0001], [9.0, 10.0001], [9.0, 9.0001], [10.0, 9.0001], [10.0, 10.0001]]],
        },
    }


def test_topology_has_the_countries_of_the_dataset_with_their_properties() -> None:
    topology: Any = outlines().topology
    countries = topology["objects"]["countries"]["geometries"]
    names = {shape["id"]: shape["properties"]["name"] for shape in countries}
    assert names == {"AA": "Land AA", "BB": "Land BB", "CC": "Land CC"}


def test_country_without_an_outline_is_an_error() -> None:
    with pytest.raises(KeyError):
        outlines().feature("UM")


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
