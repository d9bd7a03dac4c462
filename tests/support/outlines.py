"""Finds the shape of the shipped outlines in which a point lies."""

import json
from collections.abc import Sequence
from functools import cache

from builder.refresh.outlines import key_of
from tests.support.project import ROOT

Ring = list[tuple[float, float]]


@cache
def _rings() -> dict[str, list[Ring]]:
    """Decode every ring of the outlines, by numeric code or name."""
    topology = json.loads((ROOT / "data" / "reference" / "outlines.json").read_text("utf-8"))
    scale, move = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs: list[Ring] = []
    for steps in topology["arcs"]:
        x = y = 0
        arc = []
        for step_x, step_y in steps:
            x, y = x + step_x, y + step_y
            arc.append((x * scale[0] + move[0], y * scale[1] + move[1]))
        arcs.append(arc)
    found = {}
    for shape in topology["objects"]["countries"]["geometries"]:
        polygons = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        found[key_of(shape)] = [
            [point for arc in ring for point in (arcs[arc] if arc >= 0 else arcs[~arc][::-1])]
            for polygon in polygons
            for ring in polygon
        ]
    return found


def shape_at(point: Sequence[float]) -> str:
    """Return the key of the shape around *point* (longitude, latitude), or "" on the sea."""
    east, north = point
    for key, rings in _rings().items():
        crossed = 0
        for ring in rings:
            for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
                crossed += (y1 > north) != (y2 > north) and east < (x2 - x1) * (north - y1) / (y2 - y1) + x1
        if crossed % 2:
            return key
    return ""
