"""Reads outlines in quantized TopoJSON: their keys, their positions in degrees, and whether a point is inside one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

Degrees = tuple[float, float]


def key_of_record(value: Mapping[str, Any]) -> str:
    """Return the key of a record's outline: its numeric code, or the name of Kosovo, which has none."""
    return str(value.get("ccn3") or ("Kosovo" if value["cca2"] == "XK" else ""))


def key_of_shape(shape: Mapping[str, Any]) -> str:
    """Return the numeric code of a shape, or its name if it has none."""
    code = str(shape.get("id", ""))
    return code if code.isdecimal() else str(shape["properties"]["name"])


def polygons_of(shape: Mapping[str, Any]) -> list[list[list[int]]]:
    """List the polygons of a shape, each as rings of numbers of arcs."""
    return list(shape["arcs"]) if shape["type"] == "MultiPolygon" else [shape["arcs"]]


def decoded(arc: Iterable[Sequence[float]], transform: Mapping[str, Sequence[float]]) -> Iterator[Degrees]:
    """Undo the delta encoding and the quantization: yield longitude and latitude."""
    (scale_x, scale_y), (move_x, move_y) = transform["scale"], transform["translate"]
    x = y = 0.0
    for delta_x, delta_y in arc:
        x += delta_x
        y += delta_y
        yield x * scale_x + move_x, y * scale_y + move_y


def joined(numbers: Iterable[int], arcs: Sequence[Sequence[Degrees]]) -> list[Degrees]:
    """Join the *arcs* of a ring; a negative number is a reversed arc."""
    points: list[Degrees] = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        points += arc if not points else arc[1:]
    return points


def encloses(rings: Iterable[Sequence[Sequence[float]]], east: float, north: float) -> bool:
    """Whether a point is inside closed *rings*: a ray to the east crosses them an odd number of times."""
    crossed = 0
    for ring in rings:
        for (x1, y1), (x2, y2) in pairwise(ring):
            crossed += (y1 > north) != (y2 > north) and east < (x2 - x1) * (north - y1) / (y2 - y1) + x1
    return crossed % 2 == 1
