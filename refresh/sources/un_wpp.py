"""World Population Prospects of the United Nations: projections (medium variant) by numeric code and year."""

from collections.abc import Collection, Mapping

from refresh.country_rows import country_rows
from refresh.refresh_types import Fact, Facts, StoredRecord
from refresh.sources_json import Source
from refresh.stored_figures import Files, Series

# The tables reach 2100; years up to this one suffice until the next edition.
_LAST_YEAR = 2030
_COLUMNS = ("country_code", "country")
# Kosovo has no numeric code in ISO 3166-1; the statistics of the United Nations use this code.
_KOSOVO = "412"
_PATHS = {"population": "population", "lifeExpectancy": "enrichment.development.lifeExpectancy"}


def extract(source: Source, files: Files, known: Mapping[str, StoredRecord], areas: Collection[str]) -> Series:
    """Extract figures of each country up to 2030: mid-year population (in thousands in the file), life expectancy."""
    # The files write numbers without leading zeros.
    codes = {str(int(record["ccn3"])): code for code, record in known.items() if "ccn3" in record} | {_KOSOVO: "XK"}
    series: Series = {}
    for name, content in files.items():
        rows = country_rows(source.files[name].path, content, _COLUMNS, codes, areas, delimiter="\t")
        series[name] = {
            code: {year: _figure(name, row[year]) for year in row if year.isdecimal() and int(year) <= _LAST_YEAR}
            for code, row in rows
        }
    return series


def _figure(name: str, text: str) -> float:
    return round(float(text) * 1000) if name == "population" else round(float(text), 2)


def facts_of(series: Series, years: Mapping[str, str]) -> Facts:
    """Turn the figures into facts, of the year that *years* has for the field: rankings compare figures of one year."""
    facts: Facts = {}
    for name, path in _PATHS.items():
        year = years.get(path, "")
        for code, figures in series[name].items():
            if year in figures:
                facts.setdefault(code, {})[path] = Fact(figures[year], year)
    return facts
