"""Makes the outlines of the map follow the records: one shape for each, by the rule for disputed territories.

The input is TopoJSON of countries. A shape without a record of its own is joined with the record that covers it, and a
part with a record of its own is taken out of the shape that has it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from builder.input_errors import InputError, Problem
from builder.refresh.data_files import format_json
from builder.refresh.package_archive import Archive
from builder.topojson import Degrees, decoded, encloses, joined, key_of_shape, polygons_of

Shape = dict[str, Any]

_SHAPES = "world/110m.json"

# Names of shapes without a numeric code of ISO 3166-1, and the code of the record that covers them.
_JOINED = {"N. Cyprus": "196", "Somaliland": "706"}
# A point in the part of the shape of France that has a record of its own.
_FRENCH_GUIANA = (-53.0, 4.0)
# Pairs of codes (or names) of records whose border maps of the United Nations draw as not final, and the part of it
# that is not, by its west, south, east and north: the Line of Control in Kashmir and the triangle of Halaib.
_DISPUTED = (
    ("688", "Kosovo", None),
    ("504", "732", None),
    ("376", "275", None),
    ("376", "760", None),
    ("729", "728", None),
    ("356", "156", None),
    ("356", "586", (73, 32.5, 78, 36)),
    ("818", "729", (32, 21, 37, 23)),
)


def outlines(archive: Archive, _codes: Collection[str]) -> dict[str, str]:
    """Make the file of the outlines, by its path in ``data/``."""
    try:
        found = outlines_by_record(archive.json(_SHAPES))
    except (KeyError, TypeError) as error:
        problem = Problem(archive.path.name, _SHAPES, f"is not TopoJSON of countries: {error!r}")
        raise InputError([problem], "data/ is unchanged.") from None
    return {"reference/outlines.json": format_json(found, rows=("geometries", "arcs"))}


def outlines_by_record(topology: Mapping[str, Any]) -> dict[str, Any]:
    """Return *topology* with one shape for each record, and an object of the disputed borders.

    Raises ``KeyError`` when a shape that is joined or divided is not there.
    """
    shapes = {key_of_shape(shape): _plain(shape) for shape in topology["objects"]["countries"]["geometries"]}
    for name, code in _JOINED.items():
        shapes[code] = _with_polygons(shapes[code], _joined(polygons_of(shapes[code]), polygons_of(shapes.pop(name))))
    france = [(polygon, _holds(topology, polygon, _FRENCH_GUIANA)) for polygon in polygons_of(shapes["250"])]
    if not any(inside for _, inside in france):
        raise KeyError("French Guiana")
    shapes["250"] = _with_polygons(shapes["250"], [polygon for polygon, inside in france if not inside])
    guiana = {"type": "Polygon", "id": "254", "properties": {"name": "French Guiana"}}
    shapes["254"] = _with_polygons(guiana, [polygon for polygon, inside in france if inside])
    disputed = [
        {
            "type": "MultiLineString",
            "properties": {"between": [one, other], **({"within": list(part)} if part else {})},
            "arcs": [[arc] for arc in _shared(polygons_of(shapes[one]), polygons_of(shapes[other]))],
        }
        for one, other, part in _DISPUTED
    ]
    return {
        "type": "Topology",
        "transform": topology["transform"],
        "objects": {
            "countries": {"type": "GeometryCollection", "geometries": list(shapes.values())},
            "disputed": {"type": "GeometryCollection", "geometries": disputed},
        },
        "arcs": topology["arcs"],
    }


def _plain(shape: Mapping[str, Any]) -> Shape:
    name = shape["properties"]["name"]
    code = {} if key_of_shape(shape) == name else {"id": key_of_shape(shape)}
    return {"type": shape["type"], **code, "properties": {"name": name}, "arcs": shape["arcs"]}


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


def _holds(topology: Mapping[str, Any], polygon: Sequence[Sequence[int]], point: Degrees) -> bool:
    arcs = [list(decoded(arc, topology["transform"])) for arc in topology["arcs"]]
    return encloses((joined(ring, arcs) for ring in polygon), *point)
