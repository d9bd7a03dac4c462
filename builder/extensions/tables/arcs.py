"""Reads the arcs of quantized TopoJSON: their positions in degrees, and the boxes around them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from builder.extensions.tables.topology import OutlineTopology, Quantization

Degrees = tuple[float, float]
Point = TypeVar("Point")


def decoded(arc: Iterable[Sequence[float]], transform: Quantization) -> Iterator[Degrees]:
    """Undo the delta encoding and the quantization: yield longitude and latitude."""
    (scale_x, scale_y), (move_x, move_y) = transform["scale"], transform["translate"]
    x = y = 0.0
    for delta_x, delta_y in arc:
        x += delta_x
        y += delta_y
        yield x * scale_x + move_x, y * scale_y + move_y


class Arcs(dict[int, list[Degrees]]):
    """The arcs of *topology* in degrees, by number, each decoded at its first use. *digits* are decimals to keep."""

    def __init__(self, topology: OutlineTopology, digits: int | None = None) -> None:
        super().__init__()
        self._topology, self._digits = topology, digits

    def __missing__(self, number: int) -> list[Degrees]:
        """Decode an arc. Raises ``IndexError`` for a number without an arc."""
        points = decoded(self._topology["arcs"][number], self._topology["transform"])
        digits = self._digits
        self[number] = [*points] if digits is None else [(round(x, digits), round(y, digits)) for x, y in points]
        return self[number]


def joined(numbers: Iterable[int], arcs: Sequence[Sequence[Point]] | Mapping[int, list[Point]]) -> list[Point]:
    """Join the *arcs* of a ring; a negative number is a reversed arc."""
    points: list[Point] = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        points += arc if not points else arc[1:]
    return points


def bounding_box(rings: Iterable[Sequence[Degrees]]) -> list[float]:
    """Return the west, south, east and north of outer rings. No ring crosses the 180th meridian (RFC 7946, 5.2).

    The box leaves out the widest gap between the rings. So west is greater than east if the box crosses that meridian.
    """
    spans, latitudes = [], []
    for ring in rings:
        longitudes = [x for x, _ in ring]
        spans.append((min(longitudes), max(longitudes)))
        latitudes += [y for _, y in ring]
    spans.sort()
    west, east = spans[0][0], max(end for _, end in spans)
    widest_gap, reach = 360 - (east - west), spans[0][1]
    for start, end in spans[1:]:
        if start - reach > widest_gap:
            widest_gap, west, east = start - reach, start, reach
        reach = max(reach, end)
    return [west, min(latitudes), east, max(latitudes)]
