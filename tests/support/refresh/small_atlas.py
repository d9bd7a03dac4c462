"""A small atlas in TopoJSON: pairs of neighbouring squares, and France with a part across the ocean."""

from typing import Any

# Each pair shares a border; the numbers are codes of ISO 3166-1, the other shapes have only a name.
PAIRS = (
    ("196", "N. Cyprus"),
    ("706", "Somaliland"),
    ("688", "Kosovo"),
    ("504", "732"),
    ("376", "275"),
    ("376", "760"),
    ("729", "728"),
    ("356", "156"),
    ("356", "586"),
    ("818", "729"),
    ("356", "Siachen Glacier"),
    ("036", "Ashmore and Cartier Is."),
)
CODES = {
    "036": "AU", "156": "CN", "196": "CY", "250": "FR", "275": "PS", "356": "IN", "376": "IL", "504": "MA", "528": "NL",
    "554": "NZ", "578": "NO", "586": "PK", "688": "RS", "706": "SO", "728": "SS", "729": "SD", "732": "EH", "760": "SY",
    "818": "EG",
}  # fmt: skip
# Squares of a degree with their lower left corner. Israel has a square around the Golan Heights.
ALONE = {
    "France": ("250", ((2, 48), (-54, 3))),
    "Norway": ("578", ((10, 60), (16, 78))),
    "Netherlands": ("528", ((5, 52),)),
    "New Zealand": ("554", ((172, -43),)),
    "Indian Ocean Ter.": ("IOA", ((105.2, -10.9),)),
    "Israel": ("376", ((35, 32.5),)),
}


def small_atlas() -> dict[str, Any]:
    """Make the topology. Pair number n is at latitude 3 n: the first shape west, the second east of longitude 1."""
    arcs: list[list[list[float]]] = []
    polygons: dict[str, list[Any]] = {}
    for row, pair in enumerate(PAIRS):
        south, first = 3 * row, len(arcs)
        # The border from south to north, the rest of the western square, and the rest of the eastern square: clockwise.
        arcs += [
            [[1, south], [0, 1]],
            [[1, south], [-1, 0], [0, 1], [1, 0]],
            [[1, south + 1], [1, 0], [0, -1], [-1, 0]],
        ]
        for key, ring in zip(pair, ([first + 1, ~first], [first, first + 2]), strict=True):
            polygons.setdefault(key, []).append([ring])
    names = {}
    for name, (code, corners) in ALONE.items():
        names[code] = name
        for corner in corners:
            polygons.setdefault(code, []).append([[len(arcs)]])
            arcs.append([[*corner], [0, 1], [1, 0], [0, -1], [-1, 0]])
    return {
        "type": "Topology",
        "transform": {"scale": [1, 1], "translate": [0, 0]},
        "objects": {
            "countries": {
                "type": "GeometryCollection",
                "geometries": [_shape(key, names.get(key, ""), parts) for key, parts in polygons.items()],
            }
        },
        "arcs": arcs,
    }


def _shape(key: str, name: str, polygons: list[list[list[int]]]) -> dict[str, Any]:
    code = {"id": key} if key.isdecimal() else {"id": "-99"}
    kind = {"type": "MultiPolygon", "arcs": polygons} if len(polygons) > 1 else {"type": "Polygon", "arcs": polygons[0]}
    title = name or (f"Land {key}" if key.isdecimal() else key)
    return {**code, "properties": {"name": title, "a3": "XXX"}, **kind}
