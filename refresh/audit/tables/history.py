"""Compares the figures by year with those of the United Nations in ``data/curated/history-second-list.json``.

A difference names the years whose distance is above the tolerance, with distances. An explanation is for these only.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import sub
from typing import Literal, NamedTuple

from typing_extensions import TypedDict

from builder.extensions.tables.models.history import YearFigures
from refresh.inputs import Inputs
from refresh.refresh_types import Compared

Metric = Literal["population", "lifeExpectancy", "gdp"]


class SecondFigures(TypedDict):
    """The figures of a metric in the second list, by country: a figure for each year from the ``first`` on."""

    first: int
    countries: dict[str, list[float | None]]


_NO_YEARS = "none"


class _Measure(NamedTuple):
    """How a metric is compared: unit of the second list, distance of two figures, text and tolerance of a distance."""

    unit: int
    distance: Callable[[float, float], float]
    text: str
    tolerance: float


def _percent(ours: float, theirs: float) -> float:
    return 100 * (ours - theirs) / theirs


_MEASURES: Mapping[Metric, _Measure] = {
    "population": _Measure(1_000, _percent, "{:+.0f}%", 2),
    "lifeExpectancy": _Measure(1, sub, "{:+.1f}", 1),
    "gdp": _Measure(1_000_000, _percent, "{:+.0f}%", 10),
}
# The GDP per inhabitant is compared with the GDP and the population of the same row.
_QUOTIENT = _Measure(1, _percent, "{:+.0f}%", 0.5)


def compare(rows: Sequence[YearFigures], inputs: Inputs) -> Iterator[Compared]:
    """Compare each metric with the second list, and GDP per inhabitant with GDP and population of its row."""
    second = inputs.second_list("history", dict[Metric, SecondFigures])
    by_country = {code: list(own) for code, own in groupby(rows, lambda row: str(row["cca2"]))}
    for metric, measure in _MEASURES.items():
        first, countries = second[metric]["first"], second[metric]["countries"]
        for code, theirs in countries.items():
            figures = {
                year: (own, figure * measure.unit)
                for row in by_country.get(code, ())
                if (own := row.get(metric)) is not None
                and 0 <= (year := row["year"]) - first < len(theirs)
                and (figure := theirs[year - first]) is not None
            }
            yield _compared(f"{metric} (United Nations)", code, figures, measure)
    for code, rows_of_country in by_country.items():
        quotients = {
            row["year"]: (by_person, product / people)
            for row in rows_of_country
            if (by_person := row.get("gdpPerCapita")) is not None
            and (product := row.get("gdp")) is not None
            and (people := row.get("population"))
        }
        yield _compared("gdpPerCapita (gdp by population)", code, quotients, _QUOTIENT)


def _compared(name: str, code: str, figures: Mapping[int, tuple[float, float]], measure: _Measure) -> Compared:
    distances = {year: measure.distance(*pair) for year, pair in figures.items()}
    far = {year: distance for year, distance in distances.items() if abs(distance) > measure.tolerance}
    return name, code, _years(far, measure.text), _NO_YEARS, not far


def _years(distances: Mapping[int, float], text: str) -> str:
    """Write distances by year; years that follow each other with the same distance are one range."""
    ranges: list[tuple[int, int, str]] = []
    for year, distance in sorted(distances.items()):
        words = text.format(distance)
        if ranges and ranges[-1][1:] == (year - 1, words):
            ranges[-1] = (ranges[-1][0], year, words)
        else:
            ranges.append((year, year, words))
    spans = ((str(first) if first == last else f"{first}-{last}", words) for first, last, words in ranges)
    return ", ".join(map(" ".join, spans)) or _NO_YEARS
