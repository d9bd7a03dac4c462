"""Descriptions of the groups of routes, and titles and units of metrics. A test fails when one is missing."""

from typing import NamedTuple

from builder.api.routes import Family

FAMILIES: dict[Family, str] = {
    "list": "Pages of all countries, in four modes.",
    "random": "A random country.",
    "codes": "Countries by their codes, and the caller's own.",
    "search": "Countries by name or capital.",
    "filter": "Countries that share a region, a language, a currency and so on.",
    "rank": "Countries sorted by a figure.",
    "meta": "Catalogs, the notice and the service's health.",
    "flags": "Redirects to flag images, on the API host and on the flag host.",
    "documents": "Plain-text documents.",
}


# Titles of the groups in the OpenAPI description.
FAMILY_TITLES: dict[Family, str] = {
    "list": "Lists",
    "random": "Random country",
    "codes": "By code",
    "search": "Search",
    "filter": "Filters",
    "rank": "Rankings",
    "meta": "Catalogs, notice, health",
    "flags": "Flags",
    "documents": "Documents",
}


class MetricWords(NamedTuple):
    """A metric's title and unit, and the format of its figures: divided by ``scale``, with ``digits`` decimals.

    ``exact`` is the unit of the figure in the record, which is not divided.
    """

    title: str
    unit: str
    exact: str
    scale: float = 1
    digits: int = 0

    def format_figure(self, figure: float) -> str:
        """Format *figure* in the unit, without the name of the unit."""
        return f"{figure / self.scale:,.{self.digits}f}"


METRIC_WORDS: dict[str, MetricWords] = {
    "population": MetricWords("Population", "millions", "people", 1e6, 1),
    "area": MetricWords("Area", "thousand square kilometres", "km²", 1e3),
    "gdp": MetricWords("Gross domestic product", "billion US dollars", "US dollars", 1e9),
    "gdpPerCapita": MetricWords("GDP per capita", "US dollars", "US dollars"),
    "hdi": MetricWords("Human Development Index", "from 0 to 1", "on a scale from 0 to 1", 1, 3),
    "lifeExpectancy": MetricWords("Life expectancy at birth", "years", "years", 1, 1),
    "populationDensity": MetricWords("Population density", "people per square kilometre", "people per km²", 1, 1),
}
