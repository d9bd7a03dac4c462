"""Declares how people see each field of a record: its group and its label, and how its value is written.

``record_model.py`` describes fields for callers. Each field that people see has one row here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from builder.api.own_fields import OwnField, OwnFields, own_path
from builder.extensions.pages import field_texts as texts

_OWN_GROUP = "Of this site"
GROUPS = ("Geography", "People", "Economy", "Government", "Names", "Codes", _OWN_GROUP)
"""The groups of fields on a country's page."""


@dataclass(frozen=True)
class Field:
    """A field: its dot path, its group on a country's page, its label, and the function that writes its value.

    ``group`` is empty for a field that the page shows outside of its tables of fields. ``words`` are search terms.
    """

    path: str
    group: str
    label: str
    write: texts.Formatter = str
    words: str = ""

    @property
    def anchor(self) -> str:
        """Its anchor on the page of a country."""
        return self.path.replace(".", "-")


_joined: texts.Formatter = ", ".join
_dollars = texts.number("US dollars")

_DECLARED: tuple[Field, ...] = (
    Field("cca2", "Codes", "ISO 3166-1 alpha-2"),
    Field("cca3", "Codes", "ISO 3166-1 alpha-3"),
    Field("ccn3", "Codes", "ISO 3166-1 numeric"),
    Field("cioc", "Codes", "Olympic committee"),
    Field("fifa", "Codes", "FIFA"),
    Field("name", "Names", "Official and native names", texts.names),
    Field("altSpellings", "Names", "Other names", _joined),
    Field("demonyms", "Names", "Demonym", texts.demonyms, "nationality people"),
    Field("translations", "Names", "In other languages", lambda value: f"{len(value)} languages", "translation"),
    Field("capital", "Geography", "Capital", _joined, "city"),
    Field("region", "Geography", "Region"),
    Field("subregion", "Geography", "Subregion"),
    Field("continents", "Geography", "Continents", _joined),
    Field("independent", "Government", "Independent", texts.yes_no),
    Field("unMember", "Government", "Member of the United Nations", texts.yes_no),
    Field("unRegionalGroup", "Government", "UN regional group"),
    Field("status", "Government", "ISO 3166-1 status"),
    Field("kbId", "Codes", "Wikidata", texts.wikidata),
    Field("landlocked", "Geography", "Landlocked", texts.yes_no),
    Field("capitalInfo.latlng", "Geography", "Coordinates of the capital", texts.coordinates),
    Field("latlng", "Geography", "Coordinates", texts.coordinates, "coordinates latitude longitude location map"),
    Field("area", "Geography", "Area", texts.number("km²", 2), "size surface"),
    Field("population", "People", "Population", texts.number("people"), "people inhabitants residents"),
    Field("enrichment.population", "People", "Population (World Bank)", texts.residents),
    Field("enrichment.computed.populationDensity", "People", "Density", texts.number("per km²", 1)),
    Field("capitalInfo.population", "People", "Population of the capital", texts.number("people")),
    Field("enrichment.computed.capitalPopulationShare", "People", "Share of the capital", texts.share),
    Field("enrichment.economics.gdp", "Economy", "Gross domestic product", _dollars, "gdp economy"),
    Field("enrichment.economics.gdpYear", "", "GDP year"),
    Field(
        "enrichment.economics.gdpPerCapita", "Economy", "GDP per capita", _dollars, "gdp income per person head capita"
    ),
    Field("enrichment.company", "Economy", "Largest company", texts.company),
    Field("enrichment.development.hdi", "People", "Human Development Index", texts.number("", 3), "hdi"),
    Field("enrichment.development.lifeExpectancy", "People", "Life expectancy", texts.number("years", 1)),
    Field("enrichment.development.gini", "People", "Gini index", texts.number("", 1)),
    Field("enrichment.government.type", "Government", "Form of government"),
    Field("enrichment.government.website", "Government", "Website", texts.link),
    Field("currencies", "Economy", "Currencies", texts.currencies, "currency money"),
    Field("languages", "People", "Languages", texts.languages, "language spoken"),
    Field("borders", "", "Land borders", _joined),
    Field("holidays.items", "", "Holidays"),
    Field("tld", "Codes", "Top-level domains", _joined, "domain internet"),
    Field("timezones", "Geography", "Time zones", _joined, "time zone utc offset"),
    Field("flag", "Codes", "Emoji"),
    Field("flags", "", "Flag"),
)
_BY_PATH = {field.path: field for field in _DECLARED}

GLANCE: tuple[Field, ...] = (
    _BY_PATH["capital"],
    _BY_PATH["languages"],
    replace(_BY_PATH["currencies"], label="Currency"),
    replace(_BY_PATH["timezones"], label="Time zone", write=texts.first_and_last),
    replace(_BY_PATH["subregion"], label="Region"),
    replace(_BY_PATH["tld"], label="Domain"),
)
"""The fields in the box of facts at the top of a country's page, with their labels there."""


def list_fields(own: OwnFields) -> tuple[Field, ...]:
    """List every field that people see, the *own* fields of the site last."""
    return (*_DECLARED, *(_own(name, field) for name, field in own.items()))


def by_group(own: OwnFields) -> dict[str, Sequence[Field]]:
    """Return the fields of each group, in the order of the groups on a country's page."""
    return {group: [field for field in list_fields(own) if field.group == group] for group in GROUPS}


def _own(name: str, field: OwnField) -> Field:
    writers: dict[str, texts.Formatter] = {"boolean": texts.yes_no, "list": _joined, "text": str}
    return Field(own_path(name), _OWN_GROUP, field.label, writers.get(field.type) or texts.number(field.unit, 2))
