"""The values of indicators over the years, from the table ``history``."""

from collections.abc import Mapping
from typing import NamedTuple

from builder.site_data import SiteData
from builder.stages.documents.values.rankings import Ranking

# Values of one indicator by country and year.
Series = Mapping[str, Mapping[int, float]]
# The columns that identify a row; each of the others is an indicator.
_KEY = ("cca2", "year")
_COUNTRIES = 5
_STEP = 10


class Decades(NamedTuple):
    """The values of a few countries every ten years and in the newest: name, code and values by country, or None."""

    years: tuple[int, ...]
    rows: tuple[tuple[str, str, tuple[float | None, ...]], ...]


def read_history(site: SiteData) -> Mapping[str, Series]:
    """Group the rows of the table by indicator, country and year; empty without the table."""
    table = next((table for table in site.tables if table.table.name == "history"), None)
    history: dict[str, dict[str, dict[int, float]]] = {}
    for row in table.rows if table else ():
        for name, value in row.items():
            if name not in _KEY and value is not None:
                history.setdefault(name, {}).setdefault(row["cca2"], {})[row["year"]] = value
    return history


def decades_of(ranking: Ranking, history: Mapping[str, Series]) -> Decades | None:
    """Return the past of the countries with the greatest values today; None for an indicator without history."""
    series = history.get(ranking.indicator.name)
    if not series:
        return None
    shown = [figure for figure in ranking.figures if figure.code in series][:_COUNTRIES]
    known = sorted({year for figure in shown for year in series[figure.code]})
    years = tuple(year for year in known if year % _STEP == 0 or year == known[-1])
    return Decades(
        years, tuple((one.name, one.code, tuple(series[one.code].get(year) for year in years)) for one in shown)
    )
