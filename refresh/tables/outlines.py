"""The boxes and sizes of the outlines that ``data/reference/outlines.json`` has."""

from collections.abc import Iterator, Mapping

import orjson

from builder.topojson import bounding_box, decoded, joined, polygons_of
from refresh import outlines
from refresh.tables import TableInputs

_DECIMALS = 4


def read(inputs: TableInputs) -> Iterator[Mapping[str, object]]:
    """Yield the row of each country that has an outline."""
    made = outlines.outlines(inputs.package(outlines.SOURCE), inputs.records)
    topology = orjson.loads(made[outlines.FILE])
    arcs = [[*decoded(arc, topology["transform"])] for arc in topology["arcs"]]
    for shape in topology["objects"]["countries"]["geometries"]:
        polygons = [[joined(ring, arcs) for ring in polygon] for polygon in polygons_of(shape)]
        west, south, east, north = (round(edge, _DECIMALS) for edge in bounding_box(polygon[0] for polygon in polygons))
        yield {
            "cca2": shape["id"],
            "west": west,
            "south": south,
            "east": east,
            "north": north,
            "polygons": len(polygons),
            "positions": sum(len(ring) for polygon in polygons for ring in polygon),
        }
