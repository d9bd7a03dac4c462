"""Finds the shape of the shipped outlines in which a point lies."""

import json
from collections.abc import Sequence
from functools import cache

from builder.topojson import Degrees, decoded, encloses, joined, key_of_shape, polygons_of
from tests.support.project import ROOT


@cache
def _rings() -> dict[str, list[list[Degrees]]]:
    """Decode every ring of the outlines, by numeric code or name."""
    topology = json.loads((ROOT / "data" / "reference" / "outlines.json").read_text("utf-8"))
    arcs = [list(decoded(arc, topology["transform"])) for arc in topology["arcs"]]
    return {
        key_of_shape(shape): [joined(ring, arcs) for polygon in polygons_of(shape) for ring in polygon]
        for shape in topology["objects"]["countries"]["geometries"]
    }


def shape_at(point: Sequence[float]) -> str:
    """Return the key of the shape around *point* (longitude, latitude), or "" on the sea."""
    return next((key for key, rings in _rings().items() if encloses(rings, *point)), "")
