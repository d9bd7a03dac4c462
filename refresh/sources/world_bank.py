"""World Development Indicators of the World Bank: one CSV file per indicator, by alpha-3 code and year."""

from collections.abc import Collection, Mapping

from builder.inputs.errors import InputError, Problem
from refresh.country_rows import country_rows
from refresh.refresh_types import Fact, Facts, StoredRecord
from refresh.sources_json import Source
from refresh.stored_figures import Files, Series

SOURCE = "world-bank"
_COLUMNS = ("Country Code", "Country Name", "Year", "Value")
# The field of each figure, the decimals to keep (the files have all digits of a double), and the oldest year to use:
# older figures of the economy and of inequality are too outdated.
_INDICATORS = {
    "population": ("population", 0, 2015),
    "gdp": ("enrichment.economics.gdp", 0, 2019),
    "gdpPerCapita": ("enrichment.economics.gdpPerCapita", 2, 2019),
    "lifeExpectancy": ("enrichment.development.lifeExpectancy", 2, 2015),
    "gini": ("enrichment.development.gini", 1, 2015),
}
# The first year of the populations to keep for countries without a GDP here, as divisors of a GDP of another source.
_PEOPLE_SINCE = 2010


def extract(source: Source, files: Files, known: Mapping[str, StoredRecord], areas: Collection[str]) -> Series:
    """Extract the newest figures, GDP per capita of the year of the GDP, and populations where there is no GDP."""
    whole = {name: read_years(source, name, content, known, areas) for name, content in files.items()}
    series: Series = {}
    for name, countries in whole.items():
        _, _, oldest = _INDICATORS[name]
        series[name] = {}
        for code, years in countries.items():
            newest = max(years)
            if int(newest) >= oldest:
                series[name][code] = {newest: years[newest]}
    for code, years in whole["population"].items():
        if code not in series["gdp"]:
            recent = {year: people for year, people in sorted(years.items()) if int(year) >= _PEOPLE_SINCE}
            series["population"].setdefault(code, {}).update(recent)
    for code, figure in series["gdp"].items():
        year = next(iter(figure))
        found = whole["gdpPerCapita"].get(code, {}).get(year)
        series["gdpPerCapita"].pop(code, None)
        if found is not None:
            series["gdpPerCapita"][code] = {year: found}
    return series


def read_years(
    source: Source, name: str, content: bytes, known: Mapping[str, StoredRecord], areas: Collection[str]
) -> dict[str, dict[str, float]]:
    """Read figures by alpha-2 code and year. Raises ``InputError`` as ``country_rows``, and for a wrong number."""
    codes = {record["cca3"]: code for code, record in known.items() if "cca3" in record}
    path, (_, decimals, _) = source.files[name].path, _INDICATORS[name]
    found: dict[str, dict[str, float]] = {}
    for code, row in country_rows(path, content, _COLUMNS, codes, areas):
        try:
            year, number = int(row["Year"]), round(float(row["Value"]), decimals)
        except ValueError:
            message = f"is not a figure of a country and year: {','.join(row.values())}"
            raise InputError([Problem(path, row["Country Code"], message)], "data/ is unchanged.") from None
        found.setdefault(code, {})[str(year)] = int(number) if number.is_integer() else number
    return found


def facts_of(series: Series, _years: Mapping[str, str]) -> Facts:
    """Turn the figures into facts."""
    facts: Facts = {}
    for name, (path, _, _) in _INDICATORS.items():
        for code, years in series[name].items():
            newest = max(years)
            facts.setdefault(code, {})[path] = Fact(years[newest], newest)
            if name == "population":
                figure = {"value": years[newest], "source": SOURCE, "asOf": newest}
                facts[code]["enrichment.population"] = Fact(figure, newest)
            if name == "gdp":
                facts[code]["enrichment.economics.gdpYear"] = Fact(int(newest), newest)
    return facts
