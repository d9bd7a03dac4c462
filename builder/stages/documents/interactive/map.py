"""Makes the data of the map: an outline or a dot for every country, and its class in each metric."""

from bisect import bisect_right
from itertools import pairwise
from typing import NamedTuple

from builder.api.metrics import METRICS, Metric
from builder.stages.documents.countries.tiles import TILES, rounded
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.interactive.map_outlines import WIDTH, Outlines, project
from builder.topojson import key_of_record
from builder.types import CountryValue

CLASSES = 6
# Decimals of the edges between classes.
_DIGITS = {"hdi": 2}
# Omitted: it would take a tenth of the picture and has no figures.
_LEFT_OUT = ("AQ",)
# Vertical range in units: from the north of Greenland to south of Cape Horn.
_TOP, _BOTTOM = project(0, 87)[1], project(0, -59)[1]
VIEW = (0, _TOP, WIDTH, _BOTTOM - _TOP)
# Parts of the world to zoom to: west, south, east and north in degrees.
_REGIONS = {
    "Africa": (-20, -36, 53, 38),
    "Asia": (32, -10, 146, 55),
    "Caribbean": (-88, 9, -58, 28),
    "Europe": (-12, 34, 45, 71),
    "North America": (-130, 8, -55, 62),
    "Oceania": (110, -48, 180, 18),
    "South America": (-85, -56, -33, 14),
}
HISTOGRAM = (240, 40)


class Shape(NamedTuple):
    """A country: path data or position of its dot; one digit per metric: its class from 1, or 0 without a figure.

    ``is_crowded`` is set for dots that would cover their neighbours on a small map of the world.
    """

    code: str
    name: str
    path: str
    dot: tuple[int, int] | None
    classes: str
    is_crowded: bool


class Scale(NamedTuple):
    """A metric with the formatted bounds between its classes.

    ``bars`` is a histogram: for each class its place, width and height, all below ``HISTOGRAM``; areas are in
    proportion to numbers of countries.
    """

    metric: Metric
    bounds: tuple[str, ...]
    bars: tuple[tuple[float, float, float], ...]


class MapData(NamedTuple):
    """Everything on the map.

    ``others`` are outlines without a record, ``disputed`` the borders drawn dashed, ``regions`` the box of each part to
    zoom to.
    """

    shapes: tuple[Shape, ...]
    others: tuple[str, ...]
    disputed: str
    scales: tuple[Scale, ...]
    regions: tuple[tuple[str, str], ...]


def make_map_data(site: DocumentData, outlines: Outlines) -> MapData:
    """Make the map. Each class of a metric has about the same number of countries."""
    values = [record.value for record in site.dataset.records]
    bounds = {metric.name: _bounds(metric, values) for metric in METRICS}
    shapes = tuple(
        _shape(value, outlines, "".join(_class(metric, value, bounds[metric.name]) for metric in METRICS))
        for value in values
        if value["cca2"] not in _LEFT_OUT
    )
    edges = {name: tuple(rounded(edge, _DIGITS.get(name, 0)) for edge in found) for name, found in bounds.items()}
    scales = (Scale(metric, edges[metric.name], _bars(metric, values, bounds[metric.name])) for metric in METRICS)
    keys = {key_of_record(value) for value in values}
    others = tuple(path for key, path in outlines.paths.items() if key not in keys)
    ordered = tuple(sorted(shapes, key=lambda shape: shape.dot is not None))
    return MapData(
        shapes=ordered,
        others=others,
        disputed=outlines.disputed,
        scales=tuple(scales),
        regions=tuple((name, _box(*sides)) for name, sides in _REGIONS.items()),
    )


def _box(west: int, south: int, east: int, north: int) -> str:
    """Return the box of these sides as x, y, width and height of the map."""
    corners = [project(x, y) for x in (west, east) for y in {south, north, max(south, min(0, north))}]
    left, top = (min(corner[at] for corner in corners) for at in (0, 1))
    right, bottom = (max(corner[at] for corner in corners) for at in (0, 1))
    return f"{left} {top} {right - left} {bottom - top}"


def _bounds(metric: Metric, values: list[CountryValue]) -> list[float]:
    figures = sorted(figure for value in values if (figure := metric.value(value)) is not None)
    if not figures:
        return []
    return [_round_edge(figures[len(figures) * step // CLASSES]) for step in range(1, CLASSES)]


def _bars(metric: Metric, values: list[CountryValue], bounds: list[float]) -> tuple[tuple[float, float, float], ...]:
    figures = [figure for value in values if (figure := metric.value(value)) is not None]
    if not bounds:
        return ()
    scale = next(tile.scale for tile in TILES if tile.metric == metric.name)
    counts = [0] * CLASSES
    for figure in figures:
        counts[bisect_right(bounds, figure)] += 1
    edges = [scale(edge) for edge in (min(figures), *bounds, max(figures))]
    unit = HISTOGRAM[0] / ((edges[-1] - edges[0]) or 1)
    # Of a few countries, two bounds can be equal.
    sides = [((one - edges[0]) * unit, max((other - one) * unit, 1)) for one, other in pairwise(edges)]
    tallest = max(count / width for count, (_, width) in zip(counts, sides, strict=True))
    return tuple(
        (round(x, 1), round(width, 1), round(HISTOGRAM[1] * count / width / tallest, 1))
        for count, (x, width) in zip(counts, sides, strict=True)
    )


def _round_edge(value: float) -> float:
    """Round to two significant digits, so that the legend has edges that people can read."""
    return float(f"{value:.2g}")


def _class(metric: Metric, value: CountryValue, bounds: list[float]) -> str:
    figure = metric.value(value)
    return "0" if figure is None else str(1 + bisect_right(bounds, figure))


def _shape(value: CountryValue, outlines: Outlines, classes: str) -> Shape:
    code = value["cca2"]
    path = outlines.paths.get(key_of_record(value), "")
    dot = None
    if not path and "latlng" in value:
        latitude, longitude = value["latlng"]
        dot = project(longitude, latitude)
    is_crowded = dot is not None and value.get("region") == "Europe"
    return Shape(code, value["name"]["common"], path, dot, classes, is_crowded)
