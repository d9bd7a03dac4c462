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
)


def small_atlas() -> dict[str, Any]:
    """Make the topology. Pair number n is at latitude 10 n: the first shape west, the second east of longitude 1."""
    arcs: list[list[list[int]]] = []
    polygons: dict[str, list[Any]] = {}
    for row, pair in enumerate(PAIRS):
        south, first = 10 * row, len(arcs)
        # The border from south to north, the rest of the western square, and the rest of the eastern square.
        arcs += [
            [[1, south], [0, 1]],
            [[1, south + 1], [-1, 0], [0, -1], [1, 0]],
            [[1, south], [1, 0], [0, 1], [-1, 0]],
        ]
        for key, ring in zip(pair, ([first, first + 1], [first + 2, ~first]), strict=True):
            polygons.setdefault(key, []).append([ring])
    polygons["250"] = [[[len(arcs)]], [[len(arcs) + 1]]]
    arcs += [[[2, 48], [1, 0], [0, 1], [-1, 0], [0, -1]], [[-54, 3], [2, 0], [0, 2], [-2, 0], [0, -2]]]
    return {
        "type": "Topology",
        "transform": {"scale": [1, 1], "translate": [0, 0]},
        "objects": {
            "countries": {
                "type": "GeometryCollection",
                "geometries": [_shape(key, parts) for key, parts in polygons.items()],
            }
        },
        "arcs": arcs,
    }


def _shape(key: str, polygons: list[list[list[int]]]) -> dict[str, Any]:
    code = {"id": key} if key.isdecimal() else {"id": "-99"}
    kind = {"type": "MultiPolygon", "arcs": polygons} if len(polygons) > 1 else {"type": "Polygon", "arcs": polygons[0]}
    return {**code, "properties": {"name": f"Land {key}" if key.isdecimal() else key, "a3": "XXX"}, **kind}
