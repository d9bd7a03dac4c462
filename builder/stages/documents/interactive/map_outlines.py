"""Reads outlines of countries from a TopoJSON file, and projects them to integer coordinates.

The projection is Equal Earth (Šavrič, Patterson and Jenny, 2018), which keeps areas in proportion.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import asin, cos, hypot, pi, radians, sin, sqrt
from typing import Any, NamedTuple

from builder.problems import InputError, Problem

WIDTH = 2000
# In degrees, of which a unit is 0.18 at the equator.
_TOLERANCE = 0.35
_POLYNOMIAL = (1.340264, -0.081106, 0.000893, 0.003796)
# Half of the width of the projected world at the equator.
_HALF = 2 * sqrt(3) * pi / (3 * _POLYNOMIAL[0])
# Outlines without a numeric code are keyed by name.
_UNCODED = {"XK": "Kosovo"}

Point = tuple[int, int]
Degrees = tuple[float, float]


class Outlines(NamedTuple):
    """SVG path data by ISO 3166-1 numeric code; outlines without a code are keyed by name."""

    paths: Mapping[str, str]


@cache
def project(longitude: float, latitude: float) -> Point:
    """Project degrees to units: x from 0 to ``WIDTH``, y downwards, with the equator at ``WIDTH / 4``."""
    a1, a2, a3, a4 = _POLYNOMIAL
    theta = asin(sqrt(3) / 2 * sin(radians(latitude)))
    squared = theta * theta
    sixth = squared**3
    slope = a1 + 3 * a2 * squared + sixth * (7 * a3 + 9 * a4 * squared)
    x = 2 * sqrt(3) * radians(longitude) * cos(theta) / (3 * slope)
    y = theta * (a1 + a2 * squared + sixth * (a3 + a4 * squared))
    unit = WIDTH / 2 / _HALF
    return round(WIDTH / 2 + x * unit), round(WIDTH / 4 - y * unit)


def read_outlines(topology: Mapping[str, Any]) -> Outlines:
    """Read a TopoJSON value with an object ``countries`` of polygons.

    Raises ``InputError`` when it is of another shape.
    """
    try:
        arcs = [_thinned(list(_decoded(arc, topology["transform"]))) for arc in topology["arcs"]]
        countries = topology["objects"]["countries"]["geometries"]
        return Outlines({_key(country): _path(country, arcs) for country in countries})
    except (KeyError, IndexError, TypeError) as error:
        problem = Problem("reference/outlines.json", "", f"is missing or not TopoJSON of countries: {error!r}")
        raise InputError([problem], "Run countries refresh, which writes the outlines.") from None


def key_of(value: Mapping[str, Any]) -> str:
    """Return the key of a record's outline."""
    return str(value.get("ccn3") or _UNCODED.get(value["cca2"], ""))


def _key(country: Mapping[str, Any]) -> str:
    return str(country.get("id") or country["properties"]["name"])


def _decoded(arc: Sequence[Sequence[int]], transform: Mapping[str, Sequence[float]]) -> Iterator[Degrees]:
    """Undo the delta encoding and the quantization."""
    (scale_x, scale_y), (move_x, move_y) = transform["scale"], transform["translate"]
    x = y = 0
    for delta_x, delta_y in arc:
        x += delta_x
        y += delta_y
        yield x * scale_x + move_x, y * scale_y + move_y


def _thinned(arc: list[Degrees]) -> list[Degrees]:
    """Leave out the points that lie on a line at the size of the map (algorithm of Douglas and Peucker).

    An arc is thinned as a whole, so that the two countries of a border keep the same points.
    """
    if len(arc) < 3:
        return arc
    (x1, y1), (x2, y2) = arc[0], arc[-1]
    length = hypot(x2 - x1, y2 - y1)
    distances = [
        abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length if length else hypot(x - x1, y - y1)
        for x, y in arc[1:-1]
    ]
    farthest = max(range(len(distances)), key=distances.__getitem__)
    if distances[farthest] < _TOLERANCE:
        return [arc[0], arc[-1]]
    return [*_thinned(arc[: farthest + 2]), *_thinned(arc[farthest + 1 :])[1:]]


def _path(country: Mapping[str, Any], arcs: Sequence[Sequence[Degrees]]) -> str:
    polygons = country["arcs"] if country["type"] == "MultiPolygon" else [country["arcs"]]
    rings = (_ring(ring, arcs) for polygon in polygons for ring in polygon)
    return "".join(_drawn(piece) for ring in rings for piece in _cut(ring))


def _ring(numbers: Sequence[int], arcs: Sequence[Sequence[Degrees]]) -> list[Degrees]:
    """Join the arcs of a ring; a negative number is a reversed arc."""
    points: list[Degrees] = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        points += arc if not points else arc[1:]
    return points


def _cut(ring: list[Degrees]) -> Iterator[list[Degrees]]:
    """Cut a ring at the 180th meridian, because otherwise it would be drawn across the whole map."""
    turn = 0
    unwrapped = ring[:1]
    for before, after in pairwise(ring):
        turn += 360 * ((before[0] - after[0] > 180) - (after[0] - before[0] > 180))
        unwrapped.append((after[0] + turn, after[1]))
    if all(-180 <= x <= 180 for x, _ in unwrapped):
        yield ring
        return
    for shift in (-360, 0, 360):
        yield _clipped(_clipped([(x + shift, y) for x, y in unwrapped], 180, 1), -180, -1)


def _clipped(ring: Sequence[Degrees], edge: float, side: int) -> list[Degrees]:
    """Keep the part west (*side* 1) or east (-1) of the meridian *edge* (algorithm of Sutherland and Hodgman)."""
    kept: list[Degrees] = []
    for before, after in pairwise([*ring, ring[0]] if ring else []):
        inside = (edge - before[0]) * side >= 0
        if inside:
            kept.append(before)
        if inside is not ((edge - after[0]) * side >= 0):
            share = (edge - before[0]) / (after[0] - before[0])
            kept.append((edge, before[1] + share * (after[1] - before[1])))
    return kept


def _drawn(ring: Sequence[Degrees]) -> str:
    """Draw a ring as relative lines without empty steps."""
    points = [project(*point) for point in ring]
    points = [*points[:1], *(after for before, after in pairwise(points) if after != before)]
    if points and points[0] == points[-1]:
        points.pop()
    # A ring with fewer than three distinct points is not visible.
    if len(points) < 3:
        return ""
    steps = (f"{after[0] - before[0]} {after[1] - before[1]}" for before, after in pairwise(points))
    return f"M{points[0][0]} {points[0][1]}l{' '.join(steps).replace(' -', '-')}z"
