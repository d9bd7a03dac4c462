"""The values of metrics over the years, from the table ``history``, for the lines that show them."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from builder.api.metrics import Metric
from builder.api.types import Dataset, Record
from builder.documents.document_data import DocumentData
from builder.extensions.pages.metric_values import SUMMED
from builder.extensions.tables.loading import tables_of
from builder.site.site import Site

# Values of one metric by country and year.
Series = Mapping[str, Mapping[int, float]]
# The columns that identify a row. Every other column is a metric.
_KEY = ("cca2", "year")
# Width and height of a line on a tile, and the room for its stroke.
LINE_SIZE = (100, 24)
_MARGIN = 2


class Past(NamedTuple):
    """The past of a metric of one country: the points of a line, its first and last year with their values."""

    points: str
    first: tuple[int, float]
    last: tuple[int, float]


def read_history(data: DocumentData) -> Mapping[str, Series]:
    """Group the rows of the table by metric, country and year."""
    history: dict[str, dict[str, dict[int, float]]] = {}
    for row in tables_of(data.site).named("history").rows:
        for name, value in row.items():
            if name not in _KEY and value is not None:
                history.setdefault(name, {}).setdefault(row["cca2"], {})[row["year"]] = value
    return history


def history_source(site: Site) -> str:
    """Name the sources of the values over the years."""
    table = tables_of(site).named("history")
    return ", ".join(site.sources[name]["title"] for name in table.table.sources)


def without_history(dataset: Dataset, history: Mapping[str, Series]) -> str:
    """List the codes of the countries without a file of years, so that scripts request none."""
    known = {code for series in history.values() for code in series}
    return " ".join(record.cca2.lower() for record in dataset.records if record.cca2 not in known)


def first_drawn(metric: Metric, records: Iterable[Record], history: Mapping[str, Series]) -> str:
    """List the codes of the countries that a chart shows at first: the largest of each region that has a history.

    The largest country has the greatest value of a metric in ``SUMMED``, and the most people for other metrics.
    """
    known = [record.value for record in records if record.cca2 in history.get(metric.name, {})]
    ordered = sorted(
        known, key=lambda value: (metric.name in SUMMED and metric.value(value)) or value["population"] or 0
    )
    return " ".join({value.get("region", ""): value["cca2"].lower() for value in ordered}.values())


def pasts_of(metrics: Iterable[Metric], cca2: str, history: Mapping[str, Series]) -> dict[Metric, Past]:
    """Return the past of a country in *metrics* of which it has several years; all lines have the same axis."""
    found = {metric: history.get(metric.name, {}).get(cca2, {}) for metric in metrics}
    pasts = {metric: series for metric, series in found.items() if len(series) > 1}
    axis = sorted({year for series in pasts.values() for year in series})
    return {metric: _past(series, axis[0], axis[-1]) for metric, series in pasts.items()}


def _past(series: Mapping[int, float], start: int, end: int) -> Past:
    years = sorted(series)
    low, high = min(series.values()), max(series.values())
    width, height = (size - 2 * _MARGIN for size in LINE_SIZE)
    across, up = width / (end - start), height / ((high - low) or 1)
    points = " ".join(
        f"{_MARGIN + (year - start) * across:.1f},{LINE_SIZE[1] - _MARGIN - (series[year] - low) * up:.1f}"
        for year in years
    )
    return Past(points, (years[0], series[years[0]]), (years[-1], series[years[-1]]))
