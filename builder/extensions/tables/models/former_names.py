"""Former names of countries that kept their code."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from builder.api.field_types import Text
from builder.extensions.tables.table import CountryCode, Table, column


class FormerName(TypedDict):
    """A name in English that a country gave up without a new code."""

    cca2: Annotated[CountryCode, column("Country.")]
    name: Annotated[Text, column("Common name in English of that time.")]
    until: Annotated[int, Field(ge=1900, le=2100), column("Year in which the name ended.")]


TABLE = Table(
    name="former-names",
    title="Former names of countries",
    sentence="Names in English that countries gave up since 1900 without a new code, and until when they had them.",
    row_model=FormerName,
    key=("cca2", "name"),
    sources=("former-names",),
    compared_with={"until": "The World Factbook and others"},
    licence="ODbL-1.0",
    words="renamed old name colonial Ceylon Siam Persia Swaziland Turkey",
    is_shown=False,
)
