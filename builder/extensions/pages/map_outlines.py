"""Reads outlines of countries from a TopoJSON file, and projects them to integer coordinates.

The projection is Equal Earth (Šavrič, Patterson and Jenny, 2018), which keeps areas in proportion.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import asin, ceil, cos, hypot, inf, pi, radians, sin, sqrt
from typing import NamedTuple

import orjson

from builder.documents.document_data import DocumentData
from builder.extensions.tables.loading import tables_of
from builder.extensions.tables.outline_geometry import Degrees, decoded_arcs, joined
from builder.extensions.tables.topology import (
    DisputedBorder,
    MultiPolygonOutline,
    OutlineTopology,
    PolygonOutline,
    polygons_of,
)

WIDTH = 2000
HEIGHT = round(WIDTH * 0.49)
_LEADING_ZERO = re.compile(r"\b0\.")
# The tolerance of outlines with detail 1, in degrees; a unit of the map is 0.18 degrees at the equator.
_TOLERANCE = 0.35
# The detail of the outlines on the map at first, and on the zoomed map.
COARSE, FINE = 1, 10
# The detail of outlines on maps of a large part of the world, and on all smaller maps.
MEDIUM, NEAR = 2, 5
# A part of a country is a main part if its size, divided by the size of the largest part, is at least this.
_MAIN_PART = 0.15
_POLYNOMIAL = (1.340264, -0.081106, 0.000893, 0.003796)
# Half of the width of the projected world at the equator.
_HALF = 2 * sqrt(3) * pi / (3 * _POLYNOMIAL[0])

Point = tuple[int, int]


class Box(NamedTuple):
    """A part of the map, in units."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From the left to the right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From the top to the bottom."""
        return self.bottom - self.top

    @property
    def size(self) -> float:
        """The longer side."""
        return max(self.width, self.height)

    @property
    def view(self) -> str:
        """The value of ``viewBox`` in an SVG."""
        return f"{self.left:g} {self.top:g} {self.width:g} {self.height:g}"

    def moved(self, across: float) -> "Box":
        """Return the box, moved to the right by *across*."""
        return self._replace(left=self.left + across, right=self.right + across)

    def joined(self, other: "Box") -> "Box":
        """Return the box around both."""
        return Box(*map(min, self[:2], other[:2]), *map(max, self[2:], other[2:]))

    def meets(self, other: "Box") -> bool:
        """Return whether both have a point in common."""
        is_aside = self.left > other.right or self.right < other.left
        return not is_aside and self.top <= other.bottom and self.bottom >= other.top

    def within(self, other: "Box") -> "Box":
        """Return the part in *other*. If there is none, its width or its height is negative."""
        return Box(*map(max, self[:2], other[:2]), *map(min, self[2:], other[2:]))


class Outlines(NamedTuple):
    """SVG path data of countries by alpha-2 code, and the path data of the disputed borders."""

    countries: Mapping[str, str]
    disputed: str


def project(longitude: float, latitude: float, detail: int = 1) -> Point:
    """Project degrees to units: x from 0 to ``WIDTH``, y downwards, with the equator at ``WIDTH / 4``.

    *detail* is the number of steps in a unit.
    """
    a1, a2, a3, a4 = _POLYNOMIAL
    theta = asin(sqrt(3) / 2 * sin(radians(latitude)))
    squared = theta * theta
    sixth = squared**3
    slope = a1 + 3 * a2 * squared + sixth * (7 * a3 + 9 * a4 * squared)
    x = 2 * sqrt(3) * radians(longitude) * cos(theta) / (3 * slope)
    y = theta * (a1 + a2 * squared + sixth * (a3 + a4 * squared))
    unit = WIDTH / 2 / _HALF
    return round((WIDTH / 2 + x * unit) * detail), round((WIDTH / 4 - y * unit) * detail)


class MapOutlines(dict[int, Outlines]):
    """The outlines of *topology* by detail, which are made at their first use.

    The detail is the number of steps in a unit of the map.
    """

    def __init__(self, topology: OutlineTopology) -> None:
        super().__init__()
        self._objects = topology["objects"]
        self._arcs = [[*zip(arc, _tolerances(arc), strict=True)] for arc in decoded_arcs(topology)]

    def __missing__(self, detail: int) -> Outlines:
        """Draw the outlines with that *detail*."""
        least = _TOLERANCE / detail
        arcs = [[point for point, tolerance in arc if tolerance >= least] for arc in self._arcs]
        projected = [[project(*point, detail) for point in arc] for arc in arcs]
        self[detail] = Outlines(
            {country["id"]: _path(country, projected, detail) for country in self._objects["countries"]["geometries"]},
            "".join(_dashed(border, arcs, detail) for border in self._objects["disputed"]["geometries"]),
        )
        return self[detail]

    @cached_property
    def boxes(self) -> Mapping[str, Box]:
        """The box around the main parts of each country: it leaves out far islands, which would move its centre."""
        arcs = [[project(*point) for point, tolerance in arc if tolerance >= _TOLERANCE] for arc in self._arcs]
        return {country["id"]: _box(_rings(country, arcs)) for country in self._objects["countries"]["geometries"]}


def make_outlines(data: DocumentData) -> MapOutlines:
    """Make the outlines of the countries of a site."""
    return MapOutlines(tables_of(data.site).topology)


def _tolerances(arc: Sequence[Degrees]) -> list[float]:
    """Return the greatest tolerance at which each point of an arc stays (algorithm of Douglas and Peucker), or 0.

    An arc is thinned as a whole, so that the two countries of a border keep the same points.
    """
    tolerances = [0.0] * len(arc)
    tolerances[0] = tolerances[-1] = inf
    parts = [(0, len(arc) - 1, inf)]
    for first, last, most in parts:
        if last - first < 2:
            continue
        (x1, y1), (x2, y2) = arc[first], arc[last]
        across, down = x2 - x1, y2 - y1
        length = hypot(across, down)
        distances = [
            abs(across * (y1 - y) - (x1 - x) * down) / length if length else hypot(x - x1, y - y1)
            for x, y in arc[first + 1 : last]
        ]
        distance = max(distances)
        # A point is left out when the line that it divides is.
        tolerance = min(distance, most)
        if tolerance >= _TOLERANCE / FINE:
            farthest = first + 1 + distances.index(distance)
            tolerances[farthest] = tolerance
            parts += [(first, farthest, tolerance), (farthest, last, tolerance)]
    return tolerances


def _path(country: PolygonOutline | MultiPolygonOutline, arcs: Sequence[Sequence[Point]], detail: int) -> str:
    return "".join(_drawn(ring, detail) for ring in _rings(country, arcs))


def _rings(country: PolygonOutline | MultiPolygonOutline, arcs: Sequence[Sequence[Point]]) -> Iterator[Sequence[Point]]:
    return (joined(ring, arcs) for polygon in polygons_of(country) for ring in polygon)


def _box(rings: Iterable[Sequence[Point]]) -> Box:
    """Return the box around the main parts on the side of the date line where the largest one is."""
    corners = [[*zip(*ring, strict=True)] for ring in rings]
    parts = [Box(min(across), min(down), max(across), max(down)) for across, down in corners]
    largest = max(parts, key=lambda part: part.width * part.height)
    box = largest
    for part in parts:
        is_main = part.width * part.height >= _MAIN_PART * largest.width * largest.height
        if is_main and abs(part.left - largest.left) < WIDTH / 2:
            box = box.joined(part)
    return box


def _dashed(border: DisputedBorder, arcs: Sequence[Sequence[Degrees]], detail: int) -> str:
    """Draw the disputed part of a border."""
    lines = [joined(line, arcs) for line in border["arcs"]]
    if part := border["properties"].get("within"):
        lines = [_within(part, line) for line in lines]
    return "".join(_drawn([project(*point, detail) for point in line], detail, end="") for line in lines)


def _within(part: Sequence[float], line: Sequence[Degrees]) -> list[Degrees]:
    """Cut off the ends of a line outside *part*: west, south, east and north."""
    west, south, east, north = part
    inside = [(x, y) for x, y in _in_steps(line) if west <= x <= east and south <= y <= north]
    # Only the ends are new points: between them, the line stays the one that both countries have.
    return [point for point in inside if point in (inside[0], inside[-1]) or point in line]


def _in_steps(line: Sequence[Degrees]) -> Iterator[Degrees]:
    for (x1, y1), (x2, y2) in pairwise(line):
        count = ceil(hypot(x2 - x1, y2 - y1) / _TOLERANCE)
        yield from ((x1 + (x2 - x1) * step / count, y1 + (y2 - y1) * step / count) for step in range(count + 1))


def _drawn(line: Sequence[Point], detail: int, end: str = "z") -> str:
    """Draw a ring, or a line with another *end*, as relative lines without empty steps."""
    points = [*line[:1], *(after for before, after in pairwise(line) if after != before)]
    if end and points and points[0] == points[-1]:
        points.pop()
    # A ring with fewer than three distinct points is not visible.
    if len(points) < (3 if end else 2):
        return ""
    (x, y), *rest = [points[0], *((x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points))]
    steps = " ".join(f"{across / detail:g} {down / detail:g}" for across, down in rest)
    return f"M{x / detail:g} {y / detail:g}l{_LEADING_ZERO.sub('.', steps).replace(' -', '-')}{end}"


def world_picture(outlines: Outlines) -> bytes:
    """Draw all countries in a grey that is visible on light and dark backgrounds, with their borders."""
    land = "".join(outlines.countries.values())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" fill="#8c9a96" fill-opacity=".45">'
        f'<path d="{land}" stroke="#5f6d69" stroke-width=".5" stroke-opacity=".7" stroke-linejoin="round"/></svg>\n'
    ).encode()


def outlines_file(outlines: Outlines) -> bytes:
    """Encode outlines as JSON. The map fetches the ``FINE`` ones when it is zoomed."""
    return orjson.dumps(outlines._asdict())
