"""The metrics of the ranking, declared once."""

from collections.abc import Mapping
from typing import NamedTuple

from builder.api.field_paths import value_at


class Metric(NamedTuple):
    """A metric: the dot path of its figure, its definition for X-Rank-Definition (one line of ASCII), and its title.

    ``unit`` is that of the figure in the record.
    """

    name: str
    path: str
    definition: str
    title: str
    unit: str

    def value(self, record: Mapping[str, object]) -> float | None:
        """Return the figure of *record*, or None when it is absent or the record has no enrichment."""
        found = value_at(record, self.path) if "enrichment" in record else None
        return found if isinstance(found, int | float) else None


_OMITTED = "countries without a value are left out"

METRICS: tuple[Metric, ...] = (
    Metric(
        "population",
        "population",
        "Inhabitants; unit: persons; source: World Bank, else United Nations WPP 2024, else national statistics or The "
        f"World Factbook; {_OMITTED}.",
        title="Population",
        unit="people",
    ),
    Metric(
        "area",
        "area",
        f"Surface, land and inland water; unit: square kilometres; source: world-countries; {_OMITTED}.",
        title="Area",
        unit="km²",
    ),
    Metric(
        "gdp",
        "enrichment.economics.gdp",
        "Gross domestic product at official exchange rates; unit: US dollars; source: World Bank, else The World "
        f"Factbook; {_OMITTED}.",
        title="Gross domestic product",
        unit="US dollars",
    ),
    Metric(
        "gdpPerCapita",
        "enrichment.economics.gdpPerCapita",
        "Gross domestic product at official exchange rates, divided by the population of that year; "
        f"unit: US dollars per person; source: World Bank, else computed; {_OMITTED}.",
        title="GDP per capita",
        unit="US dollars",
    ),
    Metric(
        "hdi",
        "enrichment.development.hdi",
        f"Human Development Index; unit: index from 0 to 1; source: UNDP Human Development Report; {_OMITTED}.",
        title="Human Development Index",
        unit="index from 0 to 1",
    ),
    Metric(
        "lifeExpectancy",
        "enrichment.development.lifeExpectancy",
        f"Life expectancy at birth; unit: years; source: World Bank, else United Nations WPP 2024; {_OMITTED}.",
        title="Life expectancy at birth",
        unit="years",
    ),
    Metric(
        "populationDensity",
        "enrichment.computed.populationDensity",
        "Population divided by area; unit: persons per square kilometre; source: computed from population and area; "
        f"{_OMITTED}.",
        title="Population density",
        unit="people per km²",
    ),
)
