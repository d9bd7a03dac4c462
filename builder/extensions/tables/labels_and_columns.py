"""Declares how people see each field of a record: on a country's page, in flat files, in the search and in changes.

``record_model.py`` is the record model. Each field has one row here, in the order of the columns of flat files.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from builder.api.field_types import value_at
from builder.api.own_fields import OWN, OwnField, OwnFields, own_path
from builder.api.record_model import Country
from builder.extensions.tables import field_texts as texts

ColumnType = Literal["text", "integer", "number", "boolean", "list"]
# The value is an object, and the column lists its keys.
_KEYS: Literal["keys"] = "keys"
_TEXT: Literal["text"] = "text"
_CAPITAL = re.compile("[A-Z]")
_OWN_GROUP = "Of this site"


@dataclass(frozen=True)
class Column:
    """A column of the flat files: its name, its type, its meaning with unit, and the dot path of its value.

    ``part`` is the index of the element that the column has of a list; ``keys`` if it lists the keys of an object;
    ``text`` if it joins a list to one text.
    """

    name: str
    type: ColumnType
    description: str
    path: str
    part: int | Literal["keys", "text"] | None = None

    def value(self, record: Country) -> Any:
        """Read the value of a record; None if it has none."""
        value = value_at(record, self.path)
        if value is None or self.part is None:
            return value
        if self.part == _TEXT:
            return ";".join(value)
        return list(value) or None if self.part == _KEYS else value[self.part]


@dataclass(frozen=True)
class Field:
    """A field: its dot path, its group on a country's page, its label, and the function that writes its value.

    ``group`` is empty for a field with a section of its own. ``short`` and ``brief`` are the label and the writer in
    the box of facts, if they differ there. ``one`` is the label of a single member. ``words`` are search terms.
    """

    path: str
    group: str
    label: str
    write: texts.Formatter = str
    columns: Sequence[Column] = ()
    short: str = ""
    brief: texts.Formatter | None = None
    one: str = ""
    words: str = ""

    @property
    def anchor(self) -> str:
        """Its anchor on the page of a country."""
        return self.path.replace(".", "-")

    def at_a_glance(self) -> "Field":
        """Return the field with its short label and text."""
        return replace(self, label=self.short or self.label, write=self.brief or self.write)


def _field(
    path: str,
    group: str,
    label: str,
    write: texts.Formatter = str,
    column: tuple[str, ColumnType, str] | None = None,
    *,
    short: str = "",
    words: str = "",
) -> Field:
    return Field(path, group, label, write, (Column(*column, path),) if column else (), short=short, words=words)


_joined: texts.Formatter = ", ".join

GROUPS = ("Geography", "People", "Economy", "Government", "Names", "Codes", _OWN_GROUP)
"""The groups of fields on a country's page."""

_DECLARED: tuple[Field, ...] = (
    _field("cca2", "Codes", "ISO 3166-1 alpha-2", column=("cca2", "text", "ISO 3166-1 alpha-2 code")),
    _field("cca3", "Codes", "ISO 3166-1 alpha-3", column=("cca3", "text", "ISO 3166-1 alpha-3 code")),
    _field("ccn3", "Codes", "ISO 3166-1 numeric", column=("ccn3", "text", "ISO 3166-1 numeric code, three digits")),
    _field("cioc", "Codes", "Olympic committee", column=("cioc", "text", "International Olympic Committee code")),
    _field("fifa", "Codes", "FIFA", column=("fifa", "text", "FIFA code")),
    Field(
        "name",
        "Names",
        "Official and native names",
        texts.names,
        (
            Column("name", "text", "common name in English", "name.common"),
            Column("official_name", "text", "official name in English", "name.official"),
        ),
    ),
    _field("altSpellings", "Names", "Other names", _joined),
    _field("demonyms", "Names", "Demonym", texts.demonyms, words="nationality people"),
    _field("translations", "Names", "In other languages", texts.translations, words="translation"),
    _field(
        "capital", "Geography", "Capital", _joined, ("capital", "list", "capital cities"), short="Capital", words="city"
    ),
    _field("region", "Geography", "Region", column=("region", "text", "region")),
    _field("subregion", "Geography", "Subregion", column=("subregion", "text", "subregion"), short="Region"),
    _field("continents", "Geography", "Continents", _joined, ("continents", "list", "continents")),
    _field(
        "independent",
        "Government",
        "Independent",
        texts.yes_no,
        ("independent", "boolean", "whether it is a sovereign state"),
    ),
    _field(
        "unMember",
        "Government",
        "Member of the United Nations",
        texts.yes_no,
        ("un_member", "boolean", "whether it is a member of the United Nations"),
    ),
    _field(
        "unRegionalGroup",
        "Government",
        "UN regional group",
        column=("un_regional_group", "text", "regional group at the United Nations"),
    ),
    _field(
        "status",
        "Government",
        "ISO 3166-1 status",
        column=("iso_status", "text", "status of the ISO 3166-1 assignment"),
    ),
    _field("kbId", "Codes", "Wikidata", texts.wikidata, ("wikidata", "text", "Wikidata item")),
    _field("landlocked", "Geography", "Landlocked", texts.yes_no, ("landlocked", "boolean", "whether it has no coast")),
    _field("capitalInfo.latlng", "Geography", "Coordinates of the capital", texts.coordinates),
    Field(
        "latlng",
        "Geography",
        "Coordinates",
        texts.coordinates,
        (
            Column("latitude", "number", "latitude, decimal degrees", "latlng", 0),
            Column("longitude", "number", "longitude, decimal degrees", "latlng", 1),
        ),
        words="coordinates latitude longitude location map",
    ),
    _field(
        "area",
        "Geography",
        "Area",
        texts.number("km²", 2),
        ("area_km2", "number", "area of land and inland water, square kilometres"),
        words="size surface",
    ),
    _field(
        "population",
        "People",
        "Population",
        texts.number("people"),
        ("population", "integer", "inhabitants"),
        words="people inhabitants residents",
    ),
    Field(
        "enrichment.population",
        "People",
        "Population (World Bank)",
        texts.residents,
        (Column("population_as_of", "text", "year or date of the population", "enrichment.population.asOf"),),
    ),
    _field("enrichment.computed.populationDensity", "People", "Density", texts.number("per km²", 1)),
    _field("capitalInfo.population", "People", "Population of the capital", texts.number("people")),
    _field("enrichment.computed.capitalPopulationShare", "People", "Share of the capital", texts.share),
    _field(
        "enrichment.economics.gdp",
        "Economy",
        "Gross domestic product",
        texts.number("US dollars"),
        ("gdp_usd", "number", "gross domestic product, US dollars"),
        words="gdp economy",
    ),
    _field(
        "enrichment.economics.gdpYear",
        "Economy",
        "GDP year",
        column=("gdp_year", "integer", "year of the gross domestic product"),
    ),
    _field(
        "enrichment.economics.gdpPerCapita",
        "Economy",
        "GDP per capita",
        texts.number("US dollars"),
        ("gdp_per_capita_usd", "number", "US dollars per person"),
        words="gdp income per person head capita",
    ),
    _field("enrichment.company", "Economy", "Largest company", texts.company),
    _field(
        "enrichment.development.hdi",
        "People",
        "Human Development Index",
        texts.number("", 3),
        ("hdi", "number", "Human Development Index, 0 to 1"),
        words="hdi",
    ),
    _field(
        "enrichment.development.lifeExpectancy",
        "People",
        "Life expectancy",
        texts.number("years", 1),
        ("life_expectancy_years", "number", "years at birth"),
    ),
    _field(
        "enrichment.development.gini",
        "People",
        "Gini index",
        texts.number("", 1),
        ("gini", "number", "Gini index of income, 0 to 100"),
    ),
    _field(
        "enrichment.government.type",
        "Government",
        "Form of government",
        column=("government_type", "text", "form of government"),
    ),
    _field(
        "enrichment.government.website",
        "Government",
        "Website",
        texts.link,
        ("government_website", "text", "the government's own website"),
    ),
    Field(
        "currencies",
        "Economy",
        "Currencies",
        texts.currencies,
        (Column("currencies", "list", "ISO 4217 codes", "currencies", _KEYS),),
        short="Currency",
        one="Currency",
        words="currency money",
    ),
    Field(
        "languages",
        "People",
        "Languages",
        texts.languages,
        (Column("languages", "list", "ISO 639-3 codes", "languages", _KEYS),),
        short="Languages",
        one="Language",
        words="language spoken",
    ),
    _field("borders", "", "Land borders", _joined, ("borders", "list", "neighbours on land, by cca3")),
    _field("holidays.items", "", "Holidays"),
    _field(
        "tld",
        "Codes",
        "Top-level domains",
        _joined,
        ("tlds", "list", "top-level domains"),
        short="Domain",
        words="domain internet",
    ),
    Field(
        "timezones",
        "Geography",
        "Time zones",
        _joined,
        (Column("timezones", "list", "offsets from UTC", "timezones"),),
        short="Time zone",
        brief=texts.first_and_last,
        words="time zone utc offset",
    ),
    _field("flag", "Codes", "Emoji", column=("flag_emoji", "text", "flag as an emoji")),
    Field(
        "flags",
        "",
        "Flag",
        columns=(
            Column("flag_svg", "text", "URL of the vector image", "flags.svg"),
            Column("flag_png", "text", "URL of the raster image", "flags.png"),
            Column("flag_alt", "text", "description of the flag", "flags.alt"),
        ),
    ),
)
_GLANCE_ORDER = ("capital", "languages", "currencies", "timezones", "subregion", "tld")

GLANCE: tuple[Field, ...] = tuple(
    sorted((field for field in _DECLARED if field.short), key=lambda field: _GLANCE_ORDER.index(field.path))
)
"""The fields in the box of facts at the top of a country's page."""


def list_fields(own: OwnFields) -> tuple[Field, ...]:
    """List every field that people see, the *own* fields of the site last."""
    return (*_DECLARED, *(_own(name, field) for name, field in own.items()))


def list_columns(own: OwnFields) -> tuple[Column, ...]:
    """List the columns of the flat files, which have one row for each country."""
    return tuple(column for field in list_fields(own) for column in field.columns)


def by_group(own: OwnFields) -> dict[str, list[Field]]:
    """Return the fields of each group, in the order of the groups on a country's page."""
    return {group: [field for field in list_fields(own) if field.group == group] for group in GROUPS}


def _own(name: str, field: OwnField) -> Field:
    writers: dict[str, texts.Formatter] = {"boolean": texts.yes_no, "list": _joined, "text": str}
    write = writers.get(field.type) or texts.number(field.unit, 2)
    column = f"{OWN}_{_CAPITAL.sub(lambda found: f'_{found[0].lower()}', name)}"
    # A list is one text here, so that a table of countries can have it.
    part = _TEXT if field.type == "list" else None
    columns = (Column(column, "text" if field.type == "list" else field.type, field.meaning, own_path(name), part),)
    return Field(own_path(name), _OWN_GROUP, field.label, write, columns)
