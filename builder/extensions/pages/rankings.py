"""Ranks the countries by each metric, with year and source of each value, and makes the files with the rankings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import orjson

from builder.api.metrics import Metric
from builder.api.types import Entry
from builder.documents.document_data import DocumentData
from builder.documents.rendering import document
from builder.extensions.tables.cells import csv_file
from builder.extensions.tables.loading import tables_of
from builder.extensions.tables.origins import ValueOrigin
from builder.extensions.tables.provenance import COMPUTED, UNLISTED_TITLES

# By the path of a computed value, the field that gives it its year.
_DATED_BY = {"enrichment.computed.populationDensity": "population"}
_COLUMNS = ("rank", "cca2", "country", "metric", "value", "unit", "year", "source")


class RankedValue(NamedTuple):
    """A country's value in the unit of the metric, its year or date, and the title of its source.

    ``year`` is empty when the source gives none, or if values of the metric have none.
    """

    code: str
    name: str
    value: float
    year: str
    source: str


class Ranking(NamedTuple):
    """A metric and the values of all countries that have one, in descending order."""

    metric: Metric
    values: tuple[RankedValue, ...]

    @property
    def csv_path(self) -> str:
        """Path of its CSV file, relative to the documents."""
        return f"charts/{self.metric.name}.csv"

    @property
    def source_extents(self) -> dict[str, str]:
        """The number of countries and the years of the values from each source; the most used source is first."""
        described = {}
        for source, count in Counter(one.source for one in self.values).most_common():
            years = sorted({one.year[:4] for one in self.values if one.source == source and one.year})
            noun = "country" if count == 1 else "countries"
            span = years[0] if len(years) == 1 else f"{years[0]} to {years[-1]}" if years else "no year given"
            described[source] = f"{count} {noun}, {span}"
        return described


def make_rankings(data: DocumentData) -> tuple[Ranking, ...]:
    """Rank the countries by every metric, in the order of their declarations."""
    site = data.site
    origins = tables_of(site).origins
    rankings = []
    for metric in site.interface.metrics:
        path = metric.path
        values = []
        for record in site.dataset.records:
            value = metric.value(record.value)
            if value is not None:
                origin = origins[record.cca2].get(_DATED_BY.get(path, path), ValueOrigin())
                title = UNLISTED_TITLES[COMPUTED] if path in _DATED_BY else origin.title
                year = origin.as_of if metric.is_dated else ""
                values.append(RankedValue(record.cca2, record.value["name"]["common"], value, year, title))
        rankings.append(Ranking(metric, tuple(sorted(values, key=lambda one: -one.value))))
    return tuple(rankings)


def ranks_of(values: Iterable[float]) -> dict[float, str]:
    """Return the rank of each value, from the greatest. Equal values share it: ``2=``.

    ``rankOf`` in ``assets/rounding.js`` does the same.
    """
    ranks, place = {}, 1
    for value, count in sorted(Counter(values).items(), reverse=True):
        ranks[value] = f"{place}{'=' if count > 1 else ''}"
        place += count
    return ranks


def ranking_documents(rankings: Sequence[Ranking]) -> Iterator[Entry]:
    """Yield a CSV file for every metric, and one JSON file with all values, for scripts."""
    for ranking in rankings:
        yield document(f"/docs/{ranking.csv_path}", "csv", partial(_csv, ranking))
    yield document("/docs/assets/figures.json", "json", lambda: orjson.dumps(_newest_values(rankings)))


def _csv(ranking: Ranking) -> bytes:
    ranks, metric = ranks_of(one.value for one in ranking.values), ranking.metric
    rows = (
        (ranks[value].rstrip("="), code, name, metric.name, value, metric.unit, year[:4], source)
        for code, name, value, year, source in ranking.values
    )
    return csv_file(_COLUMNS, rows)


def _newest_values(rankings: Sequence[Ranking]) -> dict[str, object]:
    """List the metrics, and for each country one entry a metric: value, year and number of the source, or null."""
    sources = sorted({one.source for ranking in rankings for one in ranking.values})
    numbers = {source: number for number, source in enumerate(sources)}
    countries: dict[str, list[list[float | str | int] | None]] = {}
    for at, ranking in enumerate(rankings):
        for one in ranking.values:
            entry = countries.setdefault(one.code, [None] * len(rankings))
            entry[at] = [one.value, one.year, numbers[one.source]]
    metrics = [
        {"name": one.name, "title": one.title, "short": one.short, "unit": one.unit, "before": one.before}
        | {"after": one.after, "digits": one.digits, "isLog": one.is_log, "lowest": one.is_best_low, "path": one.path}
        for one in (ranking.metric for ranking in rankings)
    ]
    return {"indicators": metrics, "sources": sources, "countries": dict(sorted(countries.items()))}
