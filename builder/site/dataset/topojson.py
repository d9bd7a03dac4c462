"""The shapes of a TopoJSON file: their polygons, and the file without some of them."""

from collections.abc import Container, Mapping, Sequence
from typing import Any

from builder.api.dataset_types import MultiPolygonOutline, OutlineTopology, Polygon, PolygonOutline


def polygons_of(shape: PolygonOutline | MultiPolygonOutline) -> list[Polygon]:
    """List the polygons of a shape, each as rings of numbers of arcs."""
    return shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]


def without_shapes(topology: OutlineTopology, codes: Container[str]) -> OutlineTopology:
    """Return *topology* without the shapes of *codes*, their dashed borders, and the arcs that only these have."""
    countries, disputed = topology["objects"]["countries"], topology["objects"]["disputed"]
    shapes = [shape for shape in countries["geometries"] if shape["id"] not in codes]
    borders = [
        border
        for border in disputed["geometries"]
        if not any(side in codes for side in border["properties"].get("between", ()))
    ]
    rings: list[Sequence[int]] = [ring for shape in shapes for polygon in polygons_of(shape) for ring in polygon]
    rings += [ring for border in borders for ring in border["arcs"]]
    used = sorted({number if number >= 0 else ~number for ring in rings for number in ring})
    places = {number: place for place, number in enumerate(used)}
    places |= {~number: ~place for number, place in places.items()}
    return {
        **topology,
        "arcs": [topology["arcs"][number] for number in used],
        "objects": {
            "countries": {**countries, "geometries": [_renumbered(shape, places) for shape in shapes]},
            "disputed": {**disputed, "geometries": [_renumbered(border, places) for border in borders]},
        },
    }


def _renumbered(value: Any, places: Mapping[int, int]) -> Any:
    if isinstance(value, dict):
        return {**value, "arcs": _renumbered(value["arcs"], places)}
    return places[value] if isinstance(value, int) else [_renumbered(member, places) for member in value]
