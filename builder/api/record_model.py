"""The record model: every JSON object that an answer contains, declared once.

Validation, the JSON Schemas of ``/openapi.json`` and the field tables of the documents are derived from these classes.
A validated object looks as in answers: its fields in the order of the class, whole numbers as integers. A field is
*required*, *optional* (absent when unknown, and never ``null``: declared with ``NotRequired``) or *nullable* (present
with ``null`` when unknown, inside an object that is present: declared with ``nullable``). ``population`` is required
and can be null.
"""

from datetime import datetime
from typing import Annotated, Literal, NotRequired

from pydantic import Field, ValidationInfo, field_validator
from typing_extensions import TypedDict

from builder.api.field_types import (
    Alpha2,
    Alpha3,
    Area,
    ByLanguage,
    Coordinates,
    Count,
    CurrencyKey,
    Date,
    DateTime,
    Neighbours,
    Number,
    Numeric3,
    ObjectModel,
    Text,
    Texts,
    Uri,
    WikidataId,
    Year,
    described,
    nullable,
)

# The fields that the build computes. A data file must not contain them.
COMPUTED_FIELDS = ("holidays", "maps", "flags.svg", "flags.png", "enrichment.computed")


class NativeName(TypedDict):
    """A country's name in one of its own languages."""

    official: Annotated[Text, described("Official name in this language.")]
    common: Annotated[Text, described("Common name in this language.")]


class CountryName(TypedDict):
    """Names of a country."""

    common: Annotated[Text, described("Common name in English.")]
    official: Annotated[Text, described("Official name in English.")]
    native: NotRequired[
        Annotated[ByLanguage[NativeName], described("Names in the country's own languages, by ISO 639-3 code.")]
    ]


class Currency(TypedDict):
    """A currency in use."""

    name: Annotated[Text, described("English name.")]
    symbol: NotRequired[Annotated[Text, described("Symbol as written locally.")]]


class Translation(TypedDict):
    """A country's name in another language."""

    official: Annotated[Text, described("Official name in this language.")]
    common: Annotated[Text, described("Common name in this language.")]


class Demonym(TypedDict):
    """Demonyms in one language."""

    f: Annotated[Text, described("Feminine form.")]
    m: Annotated[Text, described("Masculine form.")]


class CapitalInfo(TypedDict):
    """Location and population of the first capital."""

    latlng: NotRequired[Annotated[Coordinates, described("Latitude and longitude of the capital in decimal degrees.")]]
    population: NotRequired[Annotated[Count, described("Inhabitants of the capital.")]]


class Maps(TypedDict):
    """Links to maps."""

    googleMaps: Annotated[Uri, described("The country on Google Maps.")]
    openStreetMaps: Annotated[Uri, described("The country on OpenStreetMap.")]


class FlagUrls(TypedDict):
    """The flag's images and their description."""

    svg: Annotated[Uri, described("Vector image.")]
    png: Annotated[Uri, described("Raster image.")]
    alt: Annotated[Text, described("Plain description of the flag, for alt attributes.")]


class EnrichmentPopulation(TypedDict):
    """Inhabitants, with origin and date."""

    value: Annotated[Count, described("Inhabitants.")]
    source: Annotated[Literal["wikidata", "world-bank"], described("Where the value comes from.")]
    asOf: NotRequired[Annotated[Text, described("Year or date of the value.")]]


class EnrichmentEconomics(TypedDict):
    """Size of the economy."""

    gdp: Annotated[Number | None, nullable("Gross domestic product at official exchange rates, US dollars.")]
    gdpPerCapita: Annotated[Number | None, nullable("gdp divided by the population of its year, US dollars.")]
    gdpYear: Annotated[Year | None, nullable("Year of gdp.")]


class EnrichmentDevelopment(TypedDict):
    """Human development."""

    hdi: Annotated[Number | None, nullable("Human Development Index, 0 to 1.")]
    lifeExpectancy: Annotated[Number | None, nullable("Life expectancy at birth, years.")]
    gini: Annotated[Number | None, nullable("Gini index of income, 0 to 100.")]


class EnrichmentGovernment(TypedDict):
    """How the country is governed."""

    type: Annotated[Text | None, nullable("Form of government.")]
    website: Annotated[Uri | None, nullable("The government's own website.")]


class EnrichmentCompany(TypedDict):
    """Largest company by revenue."""

    name: Annotated[Text | None, nullable("Name of the company.")]
    kbId: Annotated[WikidataId | None, nullable("Wikidata item of the company.")]
    revenue: Annotated[Number | None, nullable("Revenue, US dollars.")]
    profit: Annotated[Number | None, nullable("Profit, US dollars.")]
    asOf: Annotated[Text | None, nullable("Year or date of the values.")]


class EnrichmentComputed(TypedDict):
    """Statistics computed from other fields."""

    populationDensity: Annotated[Number | None, nullable("population divided by area, per square kilometre.")]
    capitalPopulationShare: Annotated[
        Number | None,
        nullable("Part of the population living in the capital, 0 to 1, both of one year; null where that is unknown."),
    ]


class Enrichment(TypedDict):
    """Statistics about a country beyond its identity. Groups in which nothing is known are omitted, except company."""

    fetchedAt: Annotated[DateTime, described("When these values were first taken from their sources.")]
    population: NotRequired[Annotated[EnrichmentPopulation, described("Population with origin and date.")]]
    economics: NotRequired[Annotated[EnrichmentEconomics, described("Economic statistics.")]]
    development: NotRequired[Annotated[EnrichmentDevelopment, described("Development statistics.")]]
    government: NotRequired[Annotated[EnrichmentGovernment, described("Government.")]]
    company: Annotated[EnrichmentCompany | None, nullable("Largest company, null when unknown.")]
    computed: NotRequired[Annotated[EnrichmentComputed, described("Computed statistics.")]]


class PublicHoliday(TypedDict):
    """One holiday in one year."""

    date: Annotated[Date, described("Day, ISO 8601.")]
    localName: Annotated[Text, described("Name in the country's main language.")]
    name: Annotated[Text, described("English name.")]
    types: NotRequired[Annotated[Texts, described("Kinds of the holiday, such as public or bank.")]]


class CountryHolidays(TypedDict):
    """Public holidays."""

    source: Annotated[Literal["python-holidays"], described("Where the holidays come from.")]
    fetchedAt: Annotated[DateTime, described("When these days were first taken from the source.")]
    years: Annotated[list[Year], Field(min_length=1), described("Years covered.")]
    items: Annotated[list[PublicHoliday], described("Holidays by date.")]


class Country(TypedDict):
    """A country record."""

    name: Annotated[CountryName, described("Names.")]
    tld: NotRequired[Annotated[Texts, described("Top-level domains, with the leading dot.")]]
    cca2: Annotated[Alpha2, described("ISO 3166-1 alpha-2 code.")]
    ccn3: NotRequired[Annotated[Numeric3, described("ISO 3166-1 numeric code, three digits.")]]
    cca3: Annotated[Alpha3, described("ISO 3166-1 alpha-3 code.")]
    cioc: NotRequired[Annotated[Alpha3, described("International Olympic Committee code.")]]
    independent: NotRequired[Annotated[bool, described("Whether the country is a sovereign state.")]]
    status: NotRequired[Annotated[Text, described("Status of the ISO 3166-1 assignment.")]]
    unMember: NotRequired[Annotated[bool, described("Whether the country is a member of the United Nations.")]]
    unRegionalGroup: NotRequired[Annotated[Text, described("Regional group at the United Nations.")]]
    kbId: NotRequired[Annotated[WikidataId, described("Wikidata item of the country.")]]
    currencies: NotRequired[
        Annotated[dict[CurrencyKey, Currency], Field(min_length=1), described("Currencies by ISO 4217 code.")]
    ]
    capital: NotRequired[Annotated[Texts, described("Capital cities.")]]
    altSpellings: NotRequired[
        Annotated[Texts, described("Other spellings and short names, which `name` does not have; the alpha-2 code.")]
    ]
    region: NotRequired[Annotated[Text, described("Region of the world.")]]
    subregion: NotRequired[Annotated[Text, described("Part of the region.")]]
    languages: NotRequired[Annotated[ByLanguage[Text], described("English names of the languages, by ISO 639-3 code.")]]
    translations: NotRequired[
        Annotated[ByLanguage[Translation], described("Names in other languages, by ISO 639-3 code.")]
    ]
    latlng: NotRequired[Annotated[Coordinates, described("Latitude and longitude of the country in decimal degrees.")]]
    landlocked: NotRequired[Annotated[bool, described("Whether the country has no coast.")]]
    borders: NotRequired[Annotated[Neighbours, described("Neighbours on land, by cca3.")]]
    area: NotRequired[Annotated[Area, described("Surface: land and inland water, square kilometres.")]]
    flag: NotRequired[Annotated[Text, described("Flag as an emoji.")]]
    demonyms: NotRequired[Annotated[ByLanguage[Demonym], described("Demonyms, by ISO 639-3 code.")]]
    population: Annotated[Count | None, described("Inhabitants; null when unknown.")]
    capitalInfo: NotRequired[Annotated[CapitalInfo, described("About the first capital.")]]
    enrichment: NotRequired[Annotated[Enrichment, described("Economic and social statistics, with their dates.")]]
    holidays: NotRequired[Annotated[CountryHolidays, described("Public holidays.")]]
    maps: NotRequired[Annotated[Maps, described("Links to maps.")]]
    fifa: NotRequired[Annotated[Alpha3, described("FIFA code.")]]
    timezones: NotRequired[Annotated[Texts, described("Offsets from UTC, such as UTC+01:00.")]]
    continents: NotRequired[Annotated[Texts, described("Continents.")]]
    flags: Annotated[FlagUrls, described("Flag images.")]


class Error(TypedDict):
    """The body of every error."""

    message: Annotated[Text, described("The problem, the given value and the allowed ones.")]
    status: Annotated[int, described("HTTP status code.")]


class SubregionItem(TypedDict):
    """A subregion with its countries."""

    name: Annotated[Text, described("Name of the subregion.")]
    region: Annotated[Text, described("Region that it belongs to.")]
    countryCount: Annotated[Count, described("Number of countries.")]
    cca2: Annotated[list[Alpha2], described("Their alpha-2 codes in dataset order.")]


class TldItem(TypedDict):
    """A top-level domain with its countries."""

    tld: Annotated[Text, described("Top-level domain, with the leading dot.")]
    countryCount: Annotated[Count, described("Number of countries.")]
    cca2: Annotated[list[Alpha2], described("Their alpha-2 codes in dataset order.")]


class CatalogPage(ObjectModel):
    """A page of a catalog."""

    kind: str = Field(description="Name of the catalog.")
    schemaVersion: int = Field(description="Version of this schema.")
    total: Count = Field(description="Items in the whole catalog.")
    offset: Count = Field(description="Items skipped.")
    limit: Count = Field(description="Most items in one response.")
    count: Count = Field(description="Items in this response.")


class SubregionCatalog(CatalogPage):
    """A page of the catalog of subregions."""

    kind: Literal["subregions"] = Field(description="Name of the catalog.")
    subregions: list[SubregionItem] = Field(description="The items, by name.")


class TldCatalog(CatalogPage):
    """A page of the catalog of top-level domains."""

    kind: Literal["tlds"] = Field(description="Name of the catalog.")
    tlds: list[TldItem] = Field(description="The items, by name.")


class Notice(ObjectModel):
    """A message of the operator to every caller."""

    kind: Literal["notice"] = Field(description="Name of this document.")
    schemaVersion: int = Field(description="Version of this schema.")
    level: Literal["none", "info", "warning", "critical"] = Field(description="Severity; none: no message.")
    title: str | None = Field(description="Headline.")
    message: str | None = Field(description="Text.")
    url: Uri | None = Field(description="URL with more information.")
    publishedAt: DateTime | None = Field(description="Start of its validity.")
    expiresAt: DateTime | None = Field(description="End of its validity.")

    @field_validator("message")
    @classmethod
    def _says_something(cls, message: str | None, info: ValidationInfo) -> str | None:
        level = info.data.get("level", "none")
        if level != "none" and not message and not info.data.get("title"):
            raise ValueError(f'must be a text, or title must be one, because level is "{level}"')
        return message

    @field_validator("expiresAt")
    @classmethod
    def _after_its_start(cls, end: str | None, info: ValidationInfo) -> str | None:
        start = info.data.get("publishedAt")
        if start and end and datetime.fromisoformat(end) <= datetime.fromisoformat(start):
            raise ValueError(f"must be later than publishedAt, {start}")
        return end


class HealthCheck(TypedDict):
    """One observation of the health response."""

    componentType: Annotated[Text, described("What kind of thing is observed.")]
    observedValue: Annotated[Text | int, described("What was observed.")]
    observedUnit: NotRequired[Annotated[Text, described("Unit of the value.")]]
    status: Annotated[Literal["pass", "warn", "fail"], described("Judgement.")]
    time: NotRequired[Annotated[DateTime, described("Date of what is observed.")]]


class Health(TypedDict):
    """Service health, after the health+json draft."""

    status: Annotated[Literal["pass", "warn", "fail"], described("Status of the dataset at build time.")]
    version: Annotated[Text, described("Version of the interface.")]
    releaseId: Annotated[Text, described("Revision of the dataset, and version of the code after a hyphen.")]
    description: Annotated[Text, described("What this service is.")]
    checks: Annotated[dict[str, list[HealthCheck]], described("Record count, revision and the date of each source.")]
