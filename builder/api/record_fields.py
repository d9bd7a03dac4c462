"""The record model: every JSON object that an answer contains, declared once.

Validation, the JSON Schemas of ``/openapi.json`` and the field tables of the documents are derived from these classes.
``model_dump`` of a validated object is its form in answers: its fields in the order of the class, whole numbers as
integers. A field is *required*, *optional* (absent when unknown: declared with ``optional``) or *nullable* (present
with ``null`` when unknown, inside an object that is present: declared with ``nullable``).
"""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, get_args
from unicodedata import is_normalized

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
)

# The fields that the build computes. A data file must not contain them.
COMPUTED_FIELDS = ("holidays", "maps", "flags.svg", "flags.png", "enrichment.computed")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f]|  ")


def optional(description: str, **more: Any) -> Any:
    """Declare a field that is absent when unknown; ``null`` is invalid."""
    return Field(default=None, description=description, exclude_if=_is_unknown, **more)


def _is_unknown(value: Any) -> bool:
    return value is None


def nullable(description: str, **more: Any) -> Any:
    """Declare a field that is always present, and ``null`` when unknown."""
    return Field(default=None, description=description, **more)


def _existing(moment: str) -> str:
    # Raises ``ValueError`` for a day or a time that does not exist.
    datetime.fromisoformat(moment)
    return moment


def _portable(number: float) -> float:
    """Return *number*, as an integer if it is whole. Python and JavaScript print the same decimal of it."""
    # Answers of builds and of the edge must be the same bytes.
    if number and not 1e-4 <= abs(number) < 1e15:
        raise ValueError("must be 0, or between 0.0001 and 1e15 in size")
    return int(number) if number.is_integer() else number


def _printable(text: str) -> str:
    if not is_normalized("NFC", text):
        raise ValueError("must be in Unicode normalization form NFC")
    if _UNPRINTABLE.search(text):
        raise ValueError("contains a control character or a double space")
    return text


def distinct(values: Sequence[Any]) -> Sequence[Any]:
    """Return *values*. Raises ``ValueError`` when two of them are equal."""
    if len(set(values)) < len(values):
        raise ValueError("contains a value twice")
    return values


Text = Annotated[
    str,
    StringConstraints(min_length=1, strip_whitespace=False, pattern=r"^\S(?:[\s\S]*\S)?$"),
    AfterValidator(_printable),
]
Alpha2 = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
Alpha3 = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Numeric3 = Annotated[str, StringConstraints(pattern=r"^[0-9]{3}$")]
LanguageKey = Annotated[str, StringConstraints(pattern=r"^[a-z]{3}$")]
CurrencyKey = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
WikidataId = Annotated[str, StringConstraints(pattern=r"^Q[1-9][0-9]*$")]
Date = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"),
    Field(json_schema_extra={"format": "date"}),
]
DateTime = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"),
    AfterValidator(_existing),
    Field(json_schema_extra={"format": "date-time"}),
]
Uri = Annotated[
    str,
    StringConstraints(pattern=r"^https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]+)?(/[!-~]*)?$"),
    Field(json_schema_extra={"format": "uri"}),
]
Number = Annotated[float, AfterValidator(_portable)]
Count = Annotated[int, Field(ge=0, lt=10**12)]
Coordinates = Annotated[list[Number], Field(min_length=2, max_length=2)]
Neighbours = Annotated[list[Alpha3], Field(min_length=1), AfterValidator(distinct)]
Texts = Annotated[list[Text], Field(min_length=1), AfterValidator(distinct)]


class ObjectModel(BaseModel):
    """Base of every object: unknown fields are rejected and nothing is coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


def object_in(annotation: Any) -> type[ObjectModel] | None:
    """Return the class of the objects that a field with this annotation holds: alone, in a list or in a map."""
    if isinstance(annotation, type) and issubclass(annotation, ObjectModel):
        return annotation
    return next(filter(None, map(object_in, get_args(annotation))), None)


class NativeName(ObjectModel):
    """A country's name in one of its own languages."""

    official: Text = Field(description="Official name in this language.")
    common: Text = Field(description="Common name in this language.")


class CountryName(ObjectModel):
    """Names of a country."""

    common: Text = Field(description="Common name in English.")
    official: Text = Field(description="Official name in English.")
    native: Annotated[dict[LanguageKey, NativeName], Field(min_length=1)] = optional(
        "Names in the country's own languages, by ISO 639-3 code."
    )


class Currency(ObjectModel):
    """A currency in use."""

    name: Text = Field(description="English name.")
    symbol: Text = optional("Symbol as written locally.")


class Translation(ObjectModel):
    """A country's name in another language."""

    official: Text = Field(description="Official name in this language.")
    common: Text = Field(description="Common name in this language.")


class Demonym(ObjectModel):
    """Demonyms in one language."""

    f: Text = Field(description="Feminine form.")
    m: Text = Field(description="Masculine form.")


class CapitalInfo(ObjectModel):
    """Location and population of the first capital."""

    latlng: Coordinates = optional("Latitude and longitude of the capital in decimal degrees.")
    population: Count = optional("Inhabitants of the capital.")


class Maps(ObjectModel):
    """Links to maps."""

    googleMaps: Uri = Field(description="The country on Google Maps.")
    openStreetMaps: Uri = Field(description="The country on OpenStreetMap.")


class FlagUrls(ObjectModel):
    """The flag's images and their description."""

    svg: Uri = Field(description="Vector image.")
    png: Uri = Field(description="Raster image.")
    alt: Text = Field(description="Plain description of the flag, for alt attributes.")


class EnrichmentPopulation(ObjectModel):
    """Inhabitants, with origin and date."""

    value: Count = Field(description="Inhabitants.")
    source: Literal["wikidata", "world-bank"] = Field(description="Where the value comes from.")
    asOf: Text = optional("Year or date of the value.")


class EnrichmentEconomics(ObjectModel):
    """Size of the economy."""

    gdp: Number | None = nullable("Gross domestic product at official exchange rates, US dollars.")
    gdpPerCapita: Number | None = nullable("gdp divided by the population of its year, US dollars.")
    gdpYear: int | None = nullable("Year of gdp.")


class EnrichmentDevelopment(ObjectModel):
    """Human development."""

    hdi: Number | None = nullable("Human Development Index, 0 to 1.")
    lifeExpectancy: Number | None = nullable("Life expectancy at birth, years.")
    gini: Number | None = nullable("Gini index of income, 0 to 100.")


class EnrichmentGovernment(ObjectModel):
    """How the country is governed."""

    type: Text | None = nullable("Form of government.")
    website: Uri | None = nullable("The government's own website.")


class EnrichmentCompany(ObjectModel):
    """Largest company by revenue."""

    name: Text | None = nullable("Name of the company.")
    kbId: WikidataId | None = nullable("Wikidata item of the company.")
    revenue: Number | None = nullable("Revenue, US dollars.")
    profit: Number | None = nullable("Profit, US dollars.")
    asOf: Text | None = nullable("Year or date of the values.")


class EnrichmentComputed(ObjectModel):
    """Figures computed from other fields."""

    populationDensity: Number | None = nullable("population divided by area, per square kilometre.")
    capitalPopulationShare: Number | None = nullable(
        "Part of the population living in the capital, 0 to 1, both of one year; null where that is unknown."
    )


class Enrichment(ObjectModel):
    """Figures about a country beyond its identity. Groups in which nothing is known are omitted."""

    fetchedAt: DateTime = Field(description="When these values were first taken from their sources.")
    population: EnrichmentPopulation = optional("Population with origin and date.")
    economics: EnrichmentEconomics = optional("Economic statistics.")
    development: EnrichmentDevelopment = optional("Development statistics.")
    government: EnrichmentGovernment = optional("Government.")
    company: EnrichmentCompany | None = nullable("Largest company, null when unknown.")
    computed: EnrichmentComputed = optional("Computed statistics.")


class PublicHoliday(ObjectModel):
    """One holiday in one year."""

    date: Date = Field(description="Day, ISO 8601.")
    localName: Text = Field(description="Name in the country's main language.")
    name: Text = Field(description="English name.")
    types: Texts = optional("Kinds of the holiday, such as public or bank.")


class CountryHolidays(ObjectModel):
    """Public holidays."""

    source: Literal["python-holidays"] = Field(description="Where the holidays come from.")
    fetchedAt: DateTime = Field(description="When these days were first taken from the source.")
    years: Annotated[list[int], Field(min_length=1)] = Field(description="Years covered.")
    items: list[PublicHoliday] = Field(description="Holidays by date.")


class Country(ObjectModel):
    """A country record."""

    name: CountryName = Field(description="Names.")
    tld: Texts = optional("Top-level domains, with the leading dot.")
    cca2: Alpha2 = Field(description="ISO 3166-1 alpha-2 code.")
    ccn3: Numeric3 = optional("ISO 3166-1 numeric code, three digits.")
    cca3: Alpha3 = Field(description="ISO 3166-1 alpha-3 code.")
    cioc: Alpha3 = optional("International Olympic Committee code.")
    independent: bool = optional("Whether the country is a sovereign state.")
    status: Text = optional("Status of the ISO 3166-1 assignment.")
    unMember: bool = optional("Whether the country is a member of the United Nations.")
    unRegionalGroup: Text = optional("Regional group at the United Nations.")
    kbId: WikidataId = optional("Wikidata item of the country.")
    currencies: Annotated[dict[CurrencyKey, Currency], Field(min_length=1)] = optional("Currencies by ISO 4217 code.")
    capital: Texts = optional("Capital cities.")
    altSpellings: Texts = optional("Other spellings and short names, which `name` does not have; the alpha-2 code.")
    region: Text = optional("Region of the world.")
    subregion: Text = optional("Part of the region.")
    languages: Annotated[dict[LanguageKey, Text], Field(min_length=1)] = optional(
        "English names of the languages, by ISO 639-3 code."
    )
    translations: Annotated[dict[LanguageKey, Translation], Field(min_length=1)] = optional(
        "Names in other languages, by ISO 639-3 code."
    )
    latlng: Coordinates = optional("Latitude and longitude of the country in decimal degrees.")
    landlocked: bool = optional("Whether the country has no coast.")
    borders: Neighbours = optional("Neighbours on land, by cca3.")
    area: Number = optional("Surface: land and inland water, square kilometres.", ge=0)
    flag: Text = optional("Flag as an emoji.")
    demonyms: Annotated[dict[LanguageKey, Demonym], Field(min_length=1)] = optional("Demonyms, by ISO 639-3 code.")
    population: Count | None = Field(description="Inhabitants; null when unknown.")
    capitalInfo: CapitalInfo = optional("About the first capital.")
    enrichment: Enrichment = optional("Economic and social statistics, with their dates.")
    holidays: CountryHolidays = optional("Public holidays.")
    maps: Maps = optional("Links to maps.")
    fifa: Alpha3 = optional("FIFA code.")
    timezones: Texts = optional("Offsets from UTC, such as UTC+01:00.")
    continents: Texts = optional("Continents.")
    flags: FlagUrls = Field(description="Flag images.")


class Error(ObjectModel):
    """The body of every error."""

    message: Text = Field(description="The problem, the given value and the allowed ones.")
    status: int = Field(description="HTTP status code.")


class SubregionItem(ObjectModel):
    """A subregion with its countries."""

    name: Text = Field(description="Name of the subregion.")
    region: Text = Field(description="Region that it belongs to.")
    countryCount: Count = Field(description="Number of countries.")
    cca2: list[Alpha2] = Field(description="Their alpha-2 codes in dataset order.")


class TldItem(ObjectModel):
    """A top-level domain with its countries."""

    tld: Text = Field(description="Top-level domain, with the leading dot.")
    countryCount: Count = Field(description="Number of countries.")
    cca2: list[Alpha2] = Field(description="Their alpha-2 codes in dataset order.")


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


class HealthCheck(ObjectModel):
    """One observation of the health response."""

    componentType: Text = Field(description="What kind of thing is observed.")
    observedValue: Text | int = Field(description="What was observed.")
    observedUnit: Text = optional("Unit of the value.")
    status: Literal["pass", "warn", "fail"] = Field(description="Judgement.")
    time: DateTime = optional("Date of what is observed.")


class Health(ObjectModel):
    """Service health, after the health+json draft."""

    status: Literal["pass", "warn", "fail"] = Field(description="Status of the dataset at build time.")
    version: Text = Field(description="Version of the interface.")
    releaseId: Text = Field(description="Revision of the dataset, and version of the code after a hyphen.")
    description: Text = Field(description="What this service is.")
    checks: dict[str, list[HealthCheck]] = Field(description="Record count, revision and the date of each source.")


# The objects of answers. The schemas of the objects inside them are derived.
ANSWERS: tuple[type[ObjectModel], ...] = (Country, Error, SubregionCatalog, TldCatalog, Notice, Health)
