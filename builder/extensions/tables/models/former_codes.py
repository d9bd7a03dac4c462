"""Country codes that are no longer in use."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from typing_extensions import TypedDict

from builder.api.field_types import Alpha3, Numeric3, Text
from builder.extensions.tables.table import OURS, CountryCode, Table, column, nullable

Year = Annotated[int, Field(ge=1974, le=2100)]


class FormerCode(TypedDict):
    """A code element that ISO 3166-1 has withdrawn."""

    code: Annotated[str, StringConstraints(pattern=r"^[A-Z]{4}$"), column("ISO 3166-3 code, four letters.")]
    alpha2: Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$"), column("Alpha-2 code until the withdrawal.")]
    alpha3: Annotated[Alpha3, column("Alpha-3 code until the withdrawal.")]
    numeric: Annotated[Numeric3 | None, nullable("Numeric code until the withdrawal; null where there was none.")]
    name: Annotated[Text, column("English name until the withdrawal.")]
    withdrawn: Annotated[Year, column("Year of the withdrawal.")]
    kind: Annotated[
        Literal["change", "merge", "split"], column("Whether the name or code changed, or states joined or parted.")
    ]
    successors: Annotated[list[CountryCode], column("Countries that have the territory now.")]
    reused: Annotated[CountryCode | None, nullable("The different country that uses this alpha-2 code today.")]


TABLE = Table(
    name="former-codes",
    title="Former country codes",
    sentence="Codes that ISO 3166-1 has withdrawn since 1974, and the countries that came after.",
    row_model=FormerCode,
    key=("code",),
    sources=("iso-3166", "iso-3166-years"),
    compared_with={
        "alpha2": OURS,
        "alpha3": "iso-codes",
        "numeric": "iso-codes",
        "name": "iso-codes",
        "withdrawn": "iso-codes",
        "kind": "letters and numbers of the codes",
        "successors": "letters of the code",
        "reused": OURS,
    },
    licence="MIT AND ODbL-1.0",
    words="iso 3166-3 withdrawn old codes USSR Yugoslavia Czechoslovakia East Germany Zaire Burma dissolved",
)
