"""The metrics of a country, declared once. Rankings, tiles, pages, map, comparison and documents are made from them.

To add one, add its row to ``METRICS``. A row without ``measured`` is shown on pages only.
"""

from collections.abc import Mapping
from typing import NamedTuple

from builder.api.field_types import value_at


class Metric(NamedTuple):
    """A metric of a country: its field, its title and a short one, and how its values are written and drawn.

    ``unit`` is the unit of the value in the record; ``before`` and ``after`` are put around a written value, which has
    ``digits`` decimals. On an axis with ``is_log`` equal distances are equal factors. With ``is_best_low``, a low value
    is the better one. Values without ``is_dated`` have no year: sources date them by their edition. A metric
    with ``is_own`` is of the site's owner. ``place`` is the order on pages. ``measured`` is for a response header, so
    it is ASCII: the metric, its unit and its source. Without it, the API does not rank by the metric.
    """

    name: str
    path: str
    title: str
    short: str
    unit: str
    measured: str = ""
    before: str = ""
    after: str = ""
    digits: int = 0
    is_log: bool = True
    is_best_low: bool = False
    is_dated: bool = True
    is_own: bool = False
    place: int = 0

    @property
    def is_ranked(self) -> bool:
        """Whether the API ranks countries by the metric."""
        return self.measured != ""

    @property
    def definition(self) -> str:
        """The value of X-Rank-Definition."""
        return f"{self.measured}; countries without a value are left out."

    def value(self, record: Mapping[str, object]) -> float | None:
        """Return the value of *record*, or None when it is absent."""
        found = value_at(record, self.path)
        return found if isinstance(found, int | float) else None

    def ranked_value(self, record: Mapping[str, object]) -> float | None:
        """Return the value by which the API ranks *record*: None without enrichment, unless it is the owner's."""
        return self.value(record) if self.is_own or "enrichment" in record else None


METRICS: tuple[Metric, ...] = (
    Metric(
        "population",
        "population",
        "Population",
        "Population",
        "people",
        measured="Inhabitants; unit: persons; source: World Bank, else United Nations WPP 2024, else national "
        "statistics or The World Factbook",
        place=0,
    ),
    Metric(
        "area",
        "area",
        "Area",
        "Area",
        "km²",
        measured="Surface, land and inland water; unit: square kilometres; source: world-countries",
        after=" km²",
        is_dated=False,
        place=3,
    ),
    Metric(
        "gdp",
        "enrichment.economics.gdp",
        "Gross domestic product",
        "GDP",
        "current US dollars",
        measured="Gross domestic product at official exchange rates; unit: US dollars; source: World Bank, "
        "else The World Factbook",
        before="$",
        place=1,
    ),
    Metric(
        "gdpPerCapita",
        "enrichment.economics.gdpPerCapita",
        "GDP per capita",
        "GDP per capita",
        "current US dollars",
        measured="Gross domestic product at official exchange rates, divided by the population of that year; "
        "unit: US dollars per person; source: World Bank, else computed",
        before="$",
        place=2,
    ),
    Metric(
        "hdi",
        "enrichment.development.hdi",
        "Human Development Index",
        "Human development (HDI)",
        "index from 0 to 1",
        measured="Human Development Index; unit: index from 0 to 1; source: UNDP Human Development Report",
        digits=3,
        is_log=False,
        place=6,
    ),
    Metric(
        "lifeExpectancy",
        "enrichment.development.lifeExpectancy",
        "Life expectancy at birth",
        "Life expectancy",
        "years",
        measured="Life expectancy at birth; unit: years; source: World Bank, else United Nations WPP 2024",
        after=" years",
        digits=1,
        is_log=False,
        place=5,
    ),
    Metric(
        "populationDensity",
        "enrichment.computed.populationDensity",
        "Population density",
        "Density",
        "people per km²",
        measured="Population divided by area; unit: persons per square kilometre; source: computed from "
        "population and area",
        after=" per km²",
        digits=1,
        place=4,
    ),
    Metric(
        "gini",
        "enrichment.development.gini",
        "Inequality (Gini index)",
        "Inequality (Gini)",
        "index from 0 to 100",
        digits=1,
        is_log=False,
        is_best_low=True,
        place=7,
    ),
)
"""The metrics that every site has, in the order of its documents."""
