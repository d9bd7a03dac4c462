"""Whether a point is inside the outline of a country."""

from collections.abc import Container, Iterable, Sequence
from itertools import pairwise

from builder.extensions.tables.outline_geometry import Degrees, decoded_arcs, joined
from builder.extensions.tables.topology import OutlineTopology, polygons_of


def rings_by_code(topology: OutlineTopology, codes: Container[str] | None = None) -> dict[str, list[list[Degrees]]]:
    """List every ring of each country's outline, by alpha-2 code; with *codes*, only of these countries."""
    arcs = decoded_arcs(topology)
    return {
        shape["id"]: [joined(ring, arcs) for polygon in polygons_of(shape) for ring in polygon]
        for shape in topology["objects"]["countries"]["geometries"]
        if codes is None or shape["id"] in codes
    }


def encloses(rings: Iterable[Sequence[Sequence[float]]], east: float, north: float) -> bool:
    """Whether a point is inside closed *rings*: a ray to the east crosses them an odd number of times."""
    crossed = 0
    for ring in rings:
        for (x1, y1), (x2, y2) in pairwise(ring):
            crossed += (y1 > north) != (y2 > north) and east < (x2 - x1) * (north - y1) / (y2 - y1) + x1
    return crossed % 2 == 1
