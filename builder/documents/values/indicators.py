"""The indicators: the figures of a country that tiles, figure pages, the map and the comparison show."""

from collections.abc import Mapping
from math import log10
from typing import NamedTuple

from builder.api.field_paths import value_at
from builder.api.metrics import METRICS
from builder.documents.values.rounding import rounded


class Indicator(NamedTuple):
    """A figure of a country: its field, its title and a short one, and how its values are written and drawn.

    ``unit`` is that of the value in the record; ``before`` and ``after`` stand around a written value, which has
    ``digits`` decimals. On an axis with ``is_log`` equal distances are equal factors. ``is_ranked`` says that the API
    has a ranking by it, ``is_best_low`` that people hope for a low value.
    """

    name: str
    path: str
    title: str
    short: str
    unit: str
    before: str = ""
    after: str = ""
    digits: int = 0
    is_log: bool = True
    is_ranked: bool = True
    is_best_low: bool = False

    @property
    def page(self) -> str:
        """Path of its page, relative to the documents."""
        return f"figures/{self.name}.html"

    def value(self, record: Mapping[str, object]) -> float | None:
        """Return the figure of *record*, or None when it is absent."""
        found = value_at(record, self.path)
        return found if isinstance(found, int | float) else None

    def scale(self, value: float) -> float:
        """Place *value* on the axis; zero has no logarithm and is at the lower end, with one."""
        return log10(max(value, 1)) if self.is_log else value

    def round(self, value: float) -> str:
        """Round *value* as people say it: ``$4.44 trillion``, ``84.1 years``."""
        return f"{self.before}{rounded(value, self.digits)}{self.after}"

    def exact(self, value: float) -> str:
        """Write *value* with all its digits."""
        return f"{self.before}{value:,}{self.after}"


_METRICS = {metric.name: metric for metric in METRICS}


def _ranked(name: str, short: str, before: str = "", after: str = "", digits: int = 0, *, is_log: bool) -> Indicator:
    metric = _METRICS[name]
    return Indicator(name, metric.path, metric.title, short, metric.unit, before, after, digits, is_log)


INDICATORS: tuple[Indicator, ...] = (
    _ranked("population", "Population", is_log=True),
    _ranked("gdp", "GDP", "$", is_log=True),
    _ranked("gdpPerCapita", "GDP per capita", "$", is_log=True),
    _ranked("area", "Area", after=" km²", is_log=True),
    _ranked("populationDensity", "Density", after=" per km²", digits=1, is_log=True),
    _ranked("lifeExpectancy", "Life expectancy", after=" years", digits=1, is_log=False),
    _ranked("hdi", "Human development (HDI)", digits=3, is_log=False),
    Indicator(
        "gini",
        "enrichment.development.gini",
        "Inequality (Gini index)",
        "Inequality (Gini)",
        "index from 0 to 100",
        digits=1,
        is_log=False,
        is_ranked=False,
        is_best_low=True,
    ),
)
