"""Declares the columns of ``countries.csv``, which the data package describes and the database has, except lists."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple

from builder.api.field_types import value_at
from builder.api.own_fields import OWN, OwnFields, own_path
from builder.api.record_model import Country
from builder.api.types import Record
from builder.extensions.tables.loading import tables_of
from builder.site.site import Site

_CAPITAL = re.compile("[A-Z]")


def _unchanged(value: Any) -> Any:
    return value


class CsvColumn(NamedTuple):
    """A column: its name, its type, its meaning with its unit, and the dot path of its value in a record.

    ``convert`` makes the value of the column from the value in the record.
    """

    name: str
    type: Literal["text", "integer", "number", "boolean", "list"]
    description: str
    path: str
    convert: Callable[[Any], Any] = _unchanged

    def value(self, record: Country) -> Any:
        """Read the value of a record; None if it has none."""
        value = value_at(record, self.path)
        return None if value is None else self.convert(value)


_RECORD_COLUMNS = (
    CsvColumn("cca2", "text", "ISO 3166-1 alpha-2 code", "cca2"),
    CsvColumn("cca3", "text", "ISO 3166-1 alpha-3 code", "cca3"),
    CsvColumn("ccn3", "text", "ISO 3166-1 numeric code, three digits", "ccn3"),
    CsvColumn("cioc", "text", "International Olympic Committee code", "cioc"),
    CsvColumn("fifa", "text", "FIFA code", "fifa"),
    CsvColumn("name", "text", "common name in English", "name.common"),
    CsvColumn("official_name", "text", "official name in English", "name.official"),
    CsvColumn("capital", "list", "capital cities", "capital"),
    CsvColumn("region", "text", "region", "region"),
    CsvColumn("subregion", "text", "subregion", "subregion"),
    CsvColumn("continents", "list", "continents", "continents"),
    CsvColumn("independent", "boolean", "whether it is a sovereign state", "independent"),
    CsvColumn("un_member", "boolean", "whether it is a member of the United Nations", "unMember"),
    CsvColumn("un_regional_group", "text", "regional group at the United Nations", "unRegionalGroup"),
    CsvColumn("iso_status", "text", "status of the ISO 3166-1 assignment", "status"),
    CsvColumn("wikidata", "text", "Wikidata item", "kbId"),
    CsvColumn("landlocked", "boolean", "whether it has no coast", "landlocked"),
    CsvColumn("latitude", "number", "latitude, decimal degrees", "latlng.0"),
    CsvColumn("longitude", "number", "longitude, decimal degrees", "latlng.1"),
    CsvColumn("area_km2", "number", "area of land and inland water, square kilometres", "area"),
    CsvColumn("population", "integer", "inhabitants", "population"),
    CsvColumn("population_as_of", "text", "year or date of the population", "enrichment.population.asOf"),
    CsvColumn("gdp_usd", "number", "gross domestic product, US dollars", "enrichment.economics.gdp"),
    CsvColumn("gdp_year", "integer", "year of the gross domestic product", "enrichment.economics.gdpYear"),
    CsvColumn("gdp_per_capita_usd", "number", "US dollars per person", "enrichment.economics.gdpPerCapita"),
    CsvColumn("hdi", "number", "Human Development Index, 0 to 1", "enrichment.development.hdi"),
    CsvColumn("life_expectancy_years", "number", "years at birth", "enrichment.development.lifeExpectancy"),
    CsvColumn("gini", "number", "Gini index of income, 0 to 100", "enrichment.development.gini"),
    CsvColumn("government_type", "text", "form of government", "enrichment.government.type"),
    CsvColumn("government_website", "text", "the government's own website", "enrichment.government.website"),
    # In a record, currencies and languages are objects; the columns have their keys.
    CsvColumn("currencies", "list", "ISO 4217 codes", "currencies", list),
    CsvColumn("languages", "list", "ISO 639-3 codes", "languages", list),
    CsvColumn("borders", "list", "neighbours on land, by cca3", "borders"),
    CsvColumn("tlds", "list", "top-level domains", "tld"),
    CsvColumn("timezones", "list", "offsets from UTC", "timezones"),
    CsvColumn("flag_emoji", "text", "flag as an emoji", "flag"),
    CsvColumn("flag_svg", "text", "URL of the vector image", "flags.svg"),
    CsvColumn("flag_png", "text", "URL of the raster image", "flags.png"),
    CsvColumn("flag_alt", "text", "description of the flag", "flags.alt"),
)


def csv_columns(site: Site) -> tuple[CsvColumn, ...]:
    """List the columns of *site*: fields of records, the calling code from its table, and the fields of the owner."""
    codes = {row["cca2"]: row["code"] for row in tables_of(site).named("calling-codes").rows}
    meaning = "calling code without the plus sign, which countries can share"
    calling_code = CsvColumn("calling_code", "text", meaning, "cca2", codes.get)
    return (*_RECORD_COLUMNS, calling_code, *_own_columns(site.interface.own))


def _own_columns(fields: OwnFields) -> Iterator[CsvColumn]:
    for name, field in fields.items():
        column = f"{OWN}_{_CAPITAL.sub(lambda found: f'_{found[0].lower()}', name)}"
        if field.type == "list":
            # The list becomes one text, so that the table of countries in the database has it, too.
            yield CsvColumn(column, "text", field.meaning, own_path(name), ";".join)
        else:
            yield CsvColumn(column, field.type, field.meaning, own_path(name))


def digit_columns(records: Iterable[Record], columns: Iterable[CsvColumn]) -> list[str]:
    """Name the columns of texts that programs would read as numbers, such as codes with zeros in front."""
    texts = {
        column.name: {column.value(record.value) for record in records} - {None}
        for column in columns
        if column.type == "text"
    }
    return [name for name, values in texts.items() if values and all(value.isdigit() for value in values)]
