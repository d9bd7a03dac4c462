"""The columns of the flat formats, which have one row for each country."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from builder.api.field_paths import value_at
from builder.types import CountryValue

ColumnType = Literal["text", "integer", "number", "boolean", "list"]


@dataclass(frozen=True)
class Column:
    """A column: its name, its type, the function that reads its value from a record, and its meaning with unit."""

    name: str
    type: ColumnType
    value: Callable[[CountryValue], Any]
    description: str


def _field(name: str, kind: ColumnType, path: str, description: str) -> Column:
    return Column(name, kind, lambda record: value_at(record, path), description)


def _keys(name: str, path: str, description: str) -> Column:
    return Column(name, "list", lambda record: list(value_at(record, path) or ()) or None, description)


def _element(name: str, path: str, number: int, description: str) -> Column:
    return Column(name, "number", lambda record: (value_at(record, path) or (None, None))[number], description)


COLUMNS: tuple[Column, ...] = (
    _field("cca2", "text", "cca2", "ISO 3166-1 alpha-2 code"),
    _field("cca3", "text", "cca3", "ISO 3166-1 alpha-3 code"),
    _field("ccn3", "text", "ccn3", "ISO 3166-1 numeric code, three digits"),
    _field("cioc", "text", "cioc", "International Olympic Committee code"),
    _field("fifa", "text", "fifa", "FIFA code"),
    _field("name", "text", "name.common", "common name in English"),
    _field("official_name", "text", "name.official", "official name in English"),
    _field("capital", "list", "capital", "capital cities"),
    _field("region", "text", "region", "region"),
    _field("subregion", "text", "subregion", "subregion"),
    _field("continents", "list", "continents", "continents"),
    _field("independent", "boolean", "independent", "whether it is a sovereign state"),
    _field("un_member", "boolean", "unMember", "whether it is a member of the United Nations"),
    _field("un_regional_group", "text", "unRegionalGroup", "regional group at the United Nations"),
    _field("iso_status", "text", "status", "status of the ISO 3166-1 assignment"),
    _field("wikidata", "text", "kbId", "Wikidata item"),
    _field("landlocked", "boolean", "landlocked", "whether it has no coast"),
    _element("latitude", "latlng", 0, "latitude, decimal degrees"),
    _element("longitude", "latlng", 1, "longitude, decimal degrees"),
    _field("area_km2", "number", "area", "area of land and inland water, square kilometres"),
    _field("population", "integer", "population", "inhabitants"),
    _field("population_as_of", "text", "enrichment.population.asOf", "year or date of the population"),
    _field("gdp_usd", "number", "enrichment.economics.gdp", "gross domestic product, US dollars"),
    _field("gdp_year", "integer", "enrichment.economics.gdpYear", "year of the gross domestic product"),
    _field("gdp_per_capita_usd", "number", "enrichment.economics.gdpPerCapita", "US dollars per person"),
    _field("hdi", "number", "enrichment.development.hdi", "Human Development Index, 0 to 1"),
    _field("life_expectancy_years", "number", "enrichment.development.lifeExpectancy", "years at birth"),
    _field("gini", "number", "enrichment.development.gini", "Gini index of income, 0 to 100"),
    _field("government_type", "text", "enrichment.government.type", "form of government"),
    _field("government_website", "text", "enrichment.government.website", "the government's own website"),
    _keys("currencies", "currencies", "ISO 4217 codes"),
    _keys("languages", "languages", "ISO 639-3 codes"),
    _field("borders", "list", "borders", "neighbours on land, by cca3"),
    _field("tlds", "list", "tld", "top-level domains"),
    _field("timezones", "list", "timezones", "offsets from UTC"),
    _field("flag_emoji", "text", "flag", "flag as an emoji"),
    _field("flag_svg", "text", "flags.svg", "URL of the vector image"),
    _field("flag_png", "text", "flags.png", "URL of the raster image"),
    _field("flag_alt", "text", "flags.alt", "description of the flag"),
)
