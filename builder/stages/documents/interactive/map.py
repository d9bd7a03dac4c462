"""Makes the data of the map: an outline or a dot for every country, and its class in each metric."""

from bisect import bisect_right
from typing import NamedTuple

from builder.api.metrics import METRICS, Metric
from builder.stages.documents.countries.tiles import rounded
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.interactive.map_outlines import WIDTH, Outlines, key_of, project
from builder.types import CountryValue

CLASSES = 6
# Decimals of the edges between classes.
_DIGITS = {"hdi": 2}
# Omitted: it would take a tenth of the picture and has no figures.
_LEFT_OUT = ("AQ",)
# Vertical range in units: from the north of Greenland to south of Cape Horn.
_TOP, _BOTTOM = project(0, 87)[1], project(0, -59)[1]
VIEW = (0, _TOP, WIDTH, _BOTTOM - _TOP)


class Shape(NamedTuple):
    """A country: path data or position of its dot; one digit per metric: its class from 1, or 0 without a figure."""

    code: str
    name: str
    path: str
    dot: tuple[int, int] | None
    classes: str


class Scale(NamedTuple):
    """A metric with the formatted bounds between its classes."""

    metric: Metric
    bounds: tuple[str, ...]


class MapData(NamedTuple):
    """Everything on the map; ``others`` are outlines without a record."""

    shapes: tuple[Shape, ...]
    others: tuple[str, ...]
    scales: tuple[Scale, ...]


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
    scales = (Scale(metric, edges[metric.name]) for metric in METRICS)
    keys = {key_of(value) for value in values}
    others = tuple(path for key, path in outlines.paths.items() if key not in keys)
    return MapData(tuple(sorted(shapes, key=lambda shape: shape.dot is not None)), others, tuple(scales))


def _bounds(metric: Metric, values: list[CountryValue]) -> list[float]:
    figures = sorted(figure for value in values if (figure := metric.value(value)) is not None)
    if not figures:
        return []
    return [_round_edge(figures[len(figures) * step // CLASSES]) for step in range(1, CLASSES)]


def _round_edge(value: float) -> float:
    """Round to two significant digits, so that the legend has edges that people can read."""
    return float(f"{value:.2g}")


def _class(metric: Metric, value: CountryValue, bounds: list[float]) -> str:
    figure = metric.value(value)
    return "0" if figure is None else str(1 + bisect_right(bounds, figure))


def _shape(value: CountryValue, outlines: Outlines, classes: str) -> Shape:
    code = value["cca2"]
    path = outlines.paths.get(key_of(value), "")
    dot = None
    if not path and "latlng" in value:
        latitude, longitude = value["latlng"]
        dot = project(longitude, latitude)
    return Shape(code, value["name"]["common"], path, dot, classes)
