"""The metrics of a country, declared once. Rankings, tiles, pages, map, comparison and documents are made from them.

To add one, add its row to ``METRICS``. A row without ``measured`` is shown on pages only.
"""

from collections.abc import Mapping
from typing import NamedTuple

from builder.api.field_types import value_at


class Metric(NamedTuple):
    """A metric of a country: the path of its field, its titles, and how its values are written and drawn.

    ``short`` is a short title. ``unit`` is the unit of the value in the record. A written value has ``digits`` decimals
    between ``before`` and ``after``. With ``is_log``, the axis of a chart is logarithmic. With ``is_best_low``, lower
    values are better. Without ``is_dated``, a value has no year, only the date of its source's edition. With
    ``is_own``, the metric is a field of the site's owner. ``place`` sorts the metrics on pages. The API ranks by a
    metric with ``measured``: what is measured, its unit and its source, in ASCII for a response header.
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
        """Return the value of *record*, or None if it has none."""
        found = value_at(record, self.path)
        return found if isinstance(found, int | float) else None

    def ranked_value(self, record: Mapping[str, object]) -> float | None:
        """Return the value that ranks *record*, or None. Only metrics of the owner rank records without enrichment."""
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
"""The metrics that every site has, in the order in which documents list them."""
