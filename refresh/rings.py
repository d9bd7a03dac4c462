"""Joins, divides and cuts polygons whose rings are numbers of arcs, as in TopoJSON, without losing what they share.

Points are whole numbers on a grid of degrees. Rings of an outer border run clockwise, those of holes the other way. A
ring names an arc by its number, or by its complement when it runs backwards.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from builder.topojson import encloses

Point = tuple[int, int]
Arcs = list[list[Point]]
Ring = list[int]
Polygon = list[Ring]
Shapes = dict[str, list[Polygon]]


@dataclass(frozen=True)
class Grid:
    """The grid of the points: degrees of its origin, and its lines in a degree."""

    west: int
    south: int
    per_degree: int

    @property
    def transform(self) -> dict[str, object]:
        """The transform of a TopoJSON file with these points."""
        return {"scale": [1 / self.per_degree] * 2, "translate": [self.west, self.south]}

    def point(self, degrees: tuple[float, float]) -> Point:
        """Return the nearest point."""
        x, y = degrees
        return round((x - self.west) * self.per_degree), round((y - self.south) * self.per_degree)

    def points(self, degrees: Iterable[tuple[float, float]]) -> list[Point]:
        """Return the nearest points."""
        return [self.point(one) for one in degrees]

    def degrees(self, point: Point) -> tuple[float, float]:
        """Return longitude and latitude of a point."""
        return point[0] / self.per_degree + self.west, point[1] / self.per_degree + self.south


def points_of(ring: Ring, arcs: Arcs) -> list[Point]:
    """List the points of a ring, the first one again at the end."""
    points: list[Point] = []
    for number in ring:
        arc = _arc(number, arcs)
        points += arc[1:] if points and points[-1] == arc[0] else arc
    return points


def has_area(ring: Ring, arcs: Arcs) -> bool:
    """Whether a ring is more than a point or a line."""
    return _area(points_of(ring, arcs)) != 0


def encloses_point(polygon: Polygon, point: Point, arcs: Arcs) -> bool:
    """Whether a point is inside a polygon."""
    return encloses((points_of(ring, arcs) for ring in polygon), *point)


def shared(one: Sequence[Polygon], other: Sequence[Polygon]) -> list[int]:
    """List the arcs of *one* that *other* has, too: a border is the same arc in both directions."""
    theirs = set(_numbers(other))
    return [max(arc, ~arc) for arc in _numbers(one) if ~arc in theirs]


def joined_polygons(polygons: Sequence[Polygon], arcs: Arcs) -> list[Polygon]:
    """Join neighbours: polygons along a common border become one without it.

    Raises ``KeyError`` when they become several with holes, which would have to be divided among them.
    """
    numbers = set(_numbers(polygons))
    near = [polygon for polygon in polygons if any(~arc in numbers for arc in _numbers([polygon]))]
    if not near:
        return [*polygons]
    rings = _rings([arc for arc in _numbers(near) if ~arc not in numbers], arcs)
    outer = [ring for ring in rings if _area(points_of(ring, arcs)) < 0]
    holes = [ring for ring in rings if ring not in outer]
    if holes and len(outer) > 1:
        raise KeyError("a hole in several polygons")
    return [*([ring, *holes] for ring in outer), *(polygon for polygon in polygons if polygon not in near)]


def divided(
    shapes: Shapes, name: str, line: Sequence[Point], inside: Point, arcs: Arcs
) -> tuple[Polygon, list[Polygon]]:
    """Divide the shape *name* along a line: return the part around the point *inside*, and the rest.

    The ends of the line move to the nearest points of the outer border. Raises ``KeyError`` when no polygon of the
    shape has the point.
    """
    around = next((polygon for polygon in shapes[name] if encloses_point(polygon, inside, arcs)), None)
    if around is None:
        raise KeyError(f"a part of {name}")
    ends = []
    for end in (line[0], line[-1]):
        ends.append(min(points_of(around[0], arcs), key=lambda point, end=end: _apart(point, end)))  # type: ignore[misc]
        _split(shapes, around[0], ends[-1], arcs)
    new = len(arcs)
    arcs.append([ends[0], *line[1:-1], ends[1]])
    starts = [_arc(number, arcs)[0] for number in around[0]]
    first = starts.index(ends[0])
    ring = [*around[0][first:], *around[0][:first]]
    second = [*starts[first:], *starts[:first]].index(ends[1])
    halves = ([*ring[:second], ~new], [*ring[second:], new])
    part, rest = halves if encloses_point([halves[0]], inside, arcs) else halves[::-1]
    others = [polygon for polygon in shapes[name] if polygon is not around]
    return [part], [[rest, *around[1:]], *others]


def cut_at_meridian(shapes: Shapes, arcs: Arcs, grid: Grid) -> None:
    """Cut every polygon at the 180th meridian, so that no line crosses it. A polygon around a pole gets its edge."""
    for number in range(len(arcs)):
        pieces = _pieces(arcs[number], grid)
        if len(pieces) > 1:
            _replace(shapes, number, pieces, arcs)
    for name, polygons in shapes.items():
        shapes[name] = [piece for polygon in polygons for piece in _cut(polygon, arcs, grid)]


def _pieces(points: Sequence[Point], grid: Grid) -> list[list[Point]]:
    """Cut a line where it jumps to the other side of the map."""
    width = 360 * grid.per_degree
    pieces = [[points[0]]]
    for (x1, y1), (x2, y2) in pairwise(points):
        if abs(x2 - x1) > width / 2:
            edge = width if x1 > width / 2 else 0
            beyond = x2 + width if edge else x2 - width
            y = round(y1 + (y2 - y1) * ((edge - x1) / (beyond - x1) if beyond != x1 else 0))
            if pieces[-1][-1] != (edge, y):
                pieces[-1].append((edge, y))
            pieces.append([(width - edge, y)])
        if pieces[-1][-1] != (x2, y2):
            pieces[-1].append((x2, y2))
    return pieces


def _cut(polygon: Polygon, arcs: Arcs, grid: Grid) -> list[Polygon]:
    """Close the lines that the cuts have left of a polygon along the edges of the map.

    A hole is on one side of the meridian.
    """
    ends = [(_arc(number, arcs)[0], _arc(number, arcs)[-1]) for number in polygon[0]]
    jumps = [at for at, (start, _) in enumerate(ends) if start != ends[at - 1][1]]
    if not jumps:
        return [polygon]
    ring = [*polygon[0][jumps[0] :], *polygon[0][: jumps[0]]]
    bounds = [at - jumps[0] for at in jumps] + [len(ring)]
    lines = [ring[one:other] for one, other in pairwise(bounds)]
    lines = [line for line in lines if len(points_of(line, arcs)) > 1]
    closed = []
    while lines:
        line = lines.pop()
        start = _arc(line[0], arcs)[0]
        while True:
            end = _arc(line[-1], arcs)[-1]
            starts = {_arc(other[0], arcs)[0]: other for other in lines}
            edge = _edge(end, [start, *starts], grid)
            if len(edge) > 1:
                arcs.append(edge)
                line = [*line, len(arcs) - 1]
            if edge[-1] == start:
                break
            line = [*line, *starts[edge[-1]]]
            lines.remove(starts[edge[-1]])
        closed.append([line])
    for hole in polygon[1:]:
        next(one for one in closed if encloses_point(one, points_of(hole, arcs)[0], arcs)).append(hole)
    return closed


def _edge(end: Point, starts: Sequence[Point], grid: Grid) -> list[Point]:
    """List the points from the end of a line along the edges of the map to the next start of a line.

    The land is on the right: the way goes south on the eastern edge, along the pole, and north on the western one.
    """
    width = 360 * grid.per_degree
    x, y = end
    if x == width:
        below = [start for start in starts if start[0] == width and start[1] <= y]
        if below:
            nearest = max(below, key=lambda start: start[1])
            return [end] if nearest == end else [end, nearest]
        rest = _edge((0, 0), starts, grid)
        return [end, (width, 0), *rest]
    nearest = min((start for start in starts if start[0] == 0 and start[1] >= y), key=lambda start: start[1])
    return [end] if nearest == end else [end, nearest]


def _split(shapes: Shapes, ring: Ring, point: Point, arcs: Arcs) -> None:
    """Divide the arc that has *point* between its ends, in every shape."""
    for number in ring:
        arc = arcs[max(number, ~number)]
        if point in arc[1:-1]:
            at = arc.index(point)
            _replace(shapes, max(number, ~number), [arc[: at + 1], arc[at:]], arcs)
            return


def _replace(shapes: Shapes, number: int, pieces: Sequence[list[Point]], arcs: Arcs) -> None:
    """Let *pieces* stand for an arc in every ring that has it."""
    arcs[number] = pieces[0]
    numbers = [number, *range(len(arcs), len(arcs) + len(pieces) - 1)]
    arcs += pieces[1:]
    stand = {number: numbers, ~number: [~one for one in reversed(numbers)]}
    for ring in (ring for polygons in shapes.values() for polygon in polygons for ring in polygon):
        ring[:] = [one for before in ring for one in stand.get(before, [before])]


def _rings(numbers: Sequence[int], arcs: Arcs) -> list[Ring]:
    """Put arcs together to rings, each arc followed by one that begins where it ends."""
    following: dict[Point, list[int]] = {}
    for number in numbers:
        following.setdefault(_arc(number, arcs)[0], []).append(number)
    rings = []
    for number in numbers:
        if number not in following[_arc(number, arcs)[0]]:
            continue
        start = _arc(number, arcs)[0]
        ring: Ring = []
        at = start
        while not ring or at != start:
            ring.append(following[at].pop(0))
            at = _arc(ring[-1], arcs)[-1]
        rings.append(ring)
    return rings


def _arc(number: int, arcs: Arcs) -> list[Point]:
    return arcs[number] if number >= 0 else arcs[~number][::-1]


def _numbers(polygons: Collection[Polygon]) -> Iterable[int]:
    return (arc for polygon in polygons for ring in polygon for arc in ring)


def _area(points: Sequence[Point]) -> int:
    """Return twice the area of a ring, negative for one that runs clockwise."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(points))


def _apart(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
