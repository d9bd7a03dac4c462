"""Former English names of countries whose code did not change with the name."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from builder.api.field_types import Text
from builder.extensions.tables.table import CountryCode, Table, column


class FormerName(TypedDict):
    """An English name that a country gave up. The country got no new code."""

    cca2: Annotated[CountryCode, column("Country.")]
    name: Annotated[Text, column("Former common name, in English.")]
    until: Annotated[int, Field(ge=1900, le=2100), column("Year in which the name ended.")]


TABLE = Table(
    name="former-names",
    title="Former names of countries",
    sentence="English names that countries gave up since 1900, while they kept their code, with the year of the end.",
    row_model=FormerName,
    key=("cca2", "name"),
    sources=("former-names",),
    compared_with={"until": "The World Factbook and others"},
    licence="ODbL-1.0",
    words="renamed old name colonial Ceylon Siam Persia Swaziland Turkey",
    is_shown=False,
)
