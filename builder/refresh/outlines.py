"""Makes the outlines of the map follow the records: one shape for each, by the rule for disputed territories.

The input is TopoJSON of countries. A shape without a record of its own is joined with the record that covers it, and a
part with a record of its own is taken out of the shape that has it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Shape = dict[str, Any]
Point = tuple[float, float]

# Names of shapes without a numeric code of ISO 3166-1, and the code of the record that covers them.
_JOINED = {"N. Cyprus": "196", "Somaliland": "706"}
# A point in a part, the shape that has it, and the code and name of its own record.
_TAKEN_OUT = (((-53.0, 4.0), "250", "254", "French Guiana"),)
# Pairs of codes (or names) of records whose border is disputed.
_DISPUTED = (("688", "Kosovo"), ("504", "732"), ("376", "275"), ("804", "643"))


def outlines_by_record(topology: Mapping[str, Any]) -> dict[str, Any]:
    """Return *topology* with one shape for each record, and an object of the disputed borders.

    Raises ``KeyError`` when a shape that is joined or divided is not there.
    """
    shapes = {key_of(shape): _plain(shape) for shape in topology["objects"]["countries"]["geometries"]}
    for name, code in _JOINED.items():
        shapes[code] = _with_polygons(shapes[code], _joined(_polygons(shapes[code]), _polygons(shapes.pop(name))))
    for point, holder, code, name in _TAKEN_OUT:
        parts = [(polygon, _holds(topology, polygon, point)) for polygon in _polygons(shapes[holder])]
        if not any(inside for _, inside in parts):
            raise KeyError(name)
        shapes[holder] = _with_polygons(shapes[holder], [polygon for polygon, inside in parts if not inside])
        own = {"type": "Polygon", "id": code, "properties": {"name": name}}
        shapes[code] = _with_polygons(own, [polygon for polygon, inside in parts if inside])
    disputed = [[arc] for pair in _DISPUTED for arc in _shared(*(_polygons(shapes[key]) for key in pair))]
    return {
        "type": "Topology",
        "transform": topology["transform"],
        "objects": {
            "countries": {"type": "GeometryCollection", "geometries": list(shapes.values())},
            "disputed": {"type": "MultiLineString", "arcs": disputed},
        },
        "arcs": topology["arcs"],
    }


def key_of(shape: Mapping[str, Any]) -> str:
    """Return the numeric code of a shape, or its name if it has none."""
    code = str(shape.get("id", ""))
    return code if code.isdecimal() else str(shape["properties"]["name"])


def _plain(shape: Mapping[str, Any]) -> Shape:
    name = shape["properties"]["name"]
    code = {} if key_of(shape) == name else {"id": key_of(shape)}
    return {"type": shape["type"], **code, "properties": {"name": name}, "arcs": shape["arcs"]}


def _polygons(shape: Mapping[str, Any]) -> list[list[list[int]]]:
    return list(shape["arcs"]) if shape["type"] == "MultiPolygon" else [shape["arcs"]]


def _with_polygons(shape: Shape, polygons: Sequence[Any]) -> Shape:
    if len(polygons) == 1:
        return {**shape, "type": "Polygon", "arcs": polygons[0]}
    return {**shape, "type": "MultiPolygon", "arcs": list(polygons)}


def _arcs(polygons: Iterable[Any]) -> Iterator[int]:
    return (arc for polygon in polygons for ring in polygon for arc in ring)


def _shared(one: Sequence[Any], other: Sequence[Any]) -> list[int]:
    """List the arcs of *one* that *other* has too; a border is the same arc in both directions."""
    theirs = set(_arcs(other))
    return [arc if arc >= 0 else ~arc for arc in _arcs(one) if ~arc in theirs]


def _joined(one: list[Any], other: list[Any]) -> list[Any]:
    """Join two neighbours: the polygons along their border become one polygon without that border."""
    border = {*_shared(one, other)}
    near = [polygon for polygon in (*one, *other) if border & {max(arc, ~arc) for arc in _arcs([polygon])}]
    rest = [polygon for polygon in (*one, *other) if polygon not in near]
    # The arcs of a ring follow each other; where a piece of the border is left out, the neighbour's ring goes on.
    pieces: list[list[int]] = []
    for polygon in near:
        for ring in polygon:
            start = next(index for index, arc in enumerate(ring) if max(arc, ~arc) in border)
            piece: list[int] = []
            for arc in (*ring[start + 1 :], *ring[: start + 1]):
                if max(arc, ~arc) not in border:
                    piece.append(arc)
                elif piece:
                    pieces.append(piece)
                    piece = []
    if len(pieces) != len(near):
        raise KeyError("a border in several pieces")
    return [[[arc for piece in pieces for arc in piece]], *rest]


def _holds(topology: Mapping[str, Any], polygon: Sequence[Sequence[int]], point: Point) -> bool:
    east, north = point
    crossed = 0
    for ring in polygon:
        line = [place for arc in ring for place in _decoded(topology, arc)]
        for (x1, y1), (x2, y2) in zip(line, [*line[1:], line[0]], strict=True):
            crossed += (y1 > north) != (y2 > north) and east < (x2 - x1) * (north - y1) / (y2 - y1) + x1
    return crossed % 2 == 1


def _decoded(topology: Mapping[str, Any], arc: int) -> list[Point]:
    (scale_x, scale_y), (move_x, move_y) = topology["transform"]["scale"], topology["transform"]["translate"]
    x = y = 0
    points = []
    for step_x, step_y in topology["arcs"][arc if arc >= 0 else ~arc]:
        x, y = x + step_x, y + step_y
        points.append((x * scale_x + move_x, y * scale_y + move_y))
    return points if arc >= 0 else points[::-1]
