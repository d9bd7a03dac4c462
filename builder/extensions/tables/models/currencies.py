"""Currencies and the countries where they are or were legal tender."""

from typing import Annotated

from pydantic import Field, StringConstraints
from typing_extensions import TypedDict

from builder.api.field_types import Date, Numeric3, Text
from builder.extensions.tables.table import CountryCode, Table, column, nullable

CurrencyCode = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Digits = Annotated[int, Field(ge=0, le=4)]


class Tender(TypedDict):
    """A country where the currency is or was legal tender, with the first and the last day."""

    cca2: Annotated[CountryCode, column("Country.")]
    since: Annotated[Date | None, nullable("First day as legal tender; null where it is unknown.")]
    until: Annotated[Date | None, nullable("Last day as legal tender; null where it still is.")]


class Currency(TypedDict):
    """A currency, in use or given up."""

    code: Annotated[CurrencyCode, column("ISO 4217 code, three letters.")]
    number: Annotated[Numeric3 | None, nullable("ISO 4217 number; null for most currencies that were given up.")]
    name: Annotated[Text, column("English name.")]
    narrowSymbol: Annotated[
        Text | None, nullable("The symbol used inside its countries, such as `$`; null if there is none.")
    ]
    digits: Annotated[int, Field(ge=0, le=4), column("Digits after the point in amounts as people write them.")]
    minorUnits: Annotated[
        Digits | None,
        nullable("Digits of the minor unit in ISO 4217; null for most currencies that are no longer legal tender."),
    ]
    isCurrent: Annotated[bool, column("Whether it is legal tender anywhere on the date of the dataset.")]
    countries: Annotated[list[Tender], column("Countries where it is or was legal tender, with first and last day.")]


TABLE = Table(
    name="currencies",
    title="Currencies",
    sentence="Currencies with code, number, name, sign and digits, and where each is or was legal tender, with dates.",
    row_model=Currency,
    key=("code",),
    sources=("cldr", "cldr-numbers", "iso-4217"),
    compared_with={
        "number": "iso-codes",
        "name": "Unicode CLDR, iso-codes",
        "narrowSymbol": "Unicode CLDR",
        "digits": "ISO 4217",
        "minorUnits": "Unicode CLDR",
        "isCurrent": "iso-codes",
        "countries": "Unicode CLDR",
        "countries.cca2": "Unicode CLDR",
        "countries.since": "ISO 4217, list three",
        "countries.until": "ISO 4217, list three",
    },
    licence="Unicode-3.0 AND LicenseRef-public-domain",
    sql_table="iso_currencies",
    words="money iso 4217 currency code symbol sign euro dollar changeover introduced replaced decimals minor unit",
)
