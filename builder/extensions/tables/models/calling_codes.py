"""Calling codes of countries, and the prefixes of their numbers."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StringConstraints
from typing_extensions import TypedDict

from builder.api.field_types import distinct
from builder.extensions.tables.table import OURS, CountryCode, Table, column, nullable

Digits = Annotated[str, StringConstraints(pattern=r"^[0-9]+$")]


class CallingCode(TypedDict):
    """How a country is called from abroad, and how it calls abroad and at home."""

    cca2: Annotated[CountryCode, column("Country.")]
    code: Annotated[
        str,
        StringConstraints(pattern=r"^[1-9][0-9]{0,2}$"),
        column("Country calling code of ITU-T E.164, without the plus sign."),
    ]
    diallingCodes: Annotated[
        list[Digits],
        Field(min_length=1),
        AfterValidator(distinct),
        column(
            "The calling code as directories list it, in some countries with the next digits: `49`, `1684`, `4779`."
        ),
    ]
    prefixes: Annotated[
        list[Digits],
        column(
            "Where several countries share the code: the first digits after it that only numbers of this country have. "
            "Empty where no country shares the code, and for the main country if no short list tells its numbers. Some "
            "prefixes can also begin numbers of the main country."
        ),
    ]
    isMain: Annotated[bool, column("Whether this country is the main one among those that share the code.")]
    internationalPrefix: Annotated[
        Digits | None,
        nullable(
            "Digits before the calling code of another country, such as `00`; null where carriers have different ones, "
            "or where lists differ."
        ),
    ]
    trunkPrefix: Annotated[
        Digits | None,
        nullable(
            "Digits before a number inside the country, which callers from abroad leave out, such as `0`; null where "
            "there are none."
        ),
    ]


def _written(row: Mapping[str, Any]) -> str:
    """Write the codes as people do: +49, +1 809. The main country of a shared code has no area codes here."""
    code = row["code"]
    numbers = [code] if row["isMain"] else row["diallingCodes"]
    spaced = [f"{code} {number.removeprefix(code)}" if number.startswith(code) else number for number in numbers]
    return ", ".join(f"+{number.strip()}" for number in spaced)


TABLE = Table(
    name="calling-codes",
    title="Calling codes",
    sentence="The calling code of each country, and the first digits of its numbers where countries share a code.",
    row_model=CallingCode,
    key=("cca2",),
    sources=("libphonenumber", "dialling-codes"),
    compared_with={
        "code": "World countries",
        "diallingCodes": "World countries",
        "prefixes": OURS,
        "isMain": "populations of the records",
        "internationalPrefix": "dialling procedures of the ITU, in the list countries",
        "trunkPrefix": "dialling procedures of the ITU, in the list countries",
    },
    licence="Apache-2.0 AND ODbL-1.0",
    facts=lambda row: [("Calling code", _written(row))],
    words="phone telephone dialing dialling prefix idd area code E.164 country call number",
)
