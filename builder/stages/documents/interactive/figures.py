"""Makes the figures of charts and map with year and source, and the files with them."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import orjson

from builder.api.metrics import METRICS, Metric
from builder.api.provenance import COMPUTED, CURATED
from builder.paths import public_path
from builder.stages.documents.document_data import DocumentData
from builder.types import Asset, CountryValue, File

# Titles of the provenance ids that are not in the list of sources.
_OWN = {CURATED: "Set by hand", COMPUTED: "Computed from other values"}
# The field whose year a computed figure has.
_YEAR_OF = {"enrichment.computed.populationDensity": "population"}
FIGURES = "figures.json"
_COLUMNS = ("rank", "cca2", "country", "metric", "value", "unit", "year", "source")


class Figure(NamedTuple):
    """A country's figure: its value in the unit of the metric, its year or date, and the title of its source.

    ``year`` is empty when the source gives none.
    """

    code: str
    name: str
    value: float
    year: str
    source: str


class Ranking(NamedTuple):
    """A metric and the figures of all countries that have one, in descending order."""

    metric: Metric
    figures: tuple[Figure, ...]

    @property
    def csv_path(self) -> str:
        """Path of its CSV file, relative to the documents."""
        return f"charts/{self.metric.name}.csv"

    @property
    def page(self) -> str:
        """Path of its page, relative to the documents."""
        return f"figures/{self.metric.name}.html"

    @property
    def sources(self) -> str:
        """Sources as text, each with its number of countries and years, the most used first."""
        return described(self.figures)


def make_rankings(site: DocumentData) -> tuple[Ranking, ...]:
    """Rank the countries by every metric, in the order of their declarations."""
    known = (*site.dataset.sources["sources"], *site.dataset.sources["services"])
    titles = _OWN | {str(entry["id"]): str(entry["title"]) for entry in known}
    return tuple(_ranking(site, metric, titles) for metric in METRICS)


def described(figures: tuple[Figure, ...]) -> str:
    """Describe the sources of *figures* with numbers and years: ``World Bank (214; 2020 to 2025)``."""
    counts = Counter(figure.source for figure in figures)
    return ", ".join(f"{source} ({_span(figures, source, count)})" for source, count in counts.most_common())


def figure_files(rankings: tuple[Ranking, ...]) -> Iterator[Asset]:
    """Yield a CSV file for every metric, and one JSON file with all figures for the map."""
    for ranking in rankings:
        path = f"docs/{ranking.csv_path}"
        yield Asset(f"/{path}", File.of(public_path(path), _csv(ranking).encode()), "csv")
    path = f"docs/assets/{FIGURES}"
    yield Asset(f"/{path}", File.of(public_path(path), orjson.dumps(_table(rankings))), "json")


def _ranking(site: DocumentData, metric: Metric, titles: Mapping[str, str]) -> Ranking:
    number = site.listings.indexes["rank"][f"{metric.name}/desc"]
    records = [site.dataset.records[at].value for at in site.listings.listings[number].members]
    origins = _origins(site, _YEAR_OF.get(metric.path, metric.path))
    computed = metric.path in _YEAR_OF

    def figure(record: CountryValue) -> Figure:
        source, as_of = origins.get(record["cca2"], ("", ""))
        title = titles[COMPUTED] if computed else titles.get(source, "")
        value = metric.value(record) or 0
        return Figure(record["cca2"], record["name"]["common"], value, as_of, title)

    return Ranking(metric, tuple(map(figure, records)))


def _origins(site: DocumentData, path: str) -> dict[str, tuple[str, str]]:
    """Return the source and date of a field, by country."""
    entry = site.dataset.sources["provenance"].get(path)
    sources: Mapping[str, Mapping[str, Sequence[str]]] = entry["sources"] if entry else {}
    return {
        code: (identifier, as_of)
        for identifier, by_date in sources.items()
        for as_of, codes in by_date.items()
        for code in codes
    }


def _span(figures: tuple[Figure, ...], source: str, count: int) -> str:
    years = sorted({figure.year[:4] for figure in figures if figure.source == source and figure.year})
    noun = "country" if count == 1 else "countries"
    span = years[0] if len(years) == 1 else f"{years[0]} to {years[-1]}" if years else "no year given"
    return f"{count} {noun}, {span}"


def _csv(ranking: Ranking) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for number, one in enumerate(ranking.figures, start=1):
        values = (one.value, ranking.metric.exact, one.year, one.source)
        writer.writerow((number, one.code, one.name, ranking.metric.name, *values))
    return out.getvalue()


def _table(rankings: tuple[Ranking, ...]) -> dict[str, object]:
    """Make the entries by country, one for each metric: value, year and number of the source, or null."""
    sources = sorted({figure.source for ranking in rankings for figure in ranking.figures})
    numbers = {source: number for number, source in enumerate(sources)}
    countries: dict[str, list[list[float | str | int] | None]] = {}
    for at, ranking in enumerate(rankings):
        for one in ranking.figures:
            entry = countries.setdefault(one.code, [None] * len(rankings))
            entry[at] = [one.value, one.year, numbers[one.source]]
    return {"sources": sources, "countries": dict(sorted(countries.items()))}
