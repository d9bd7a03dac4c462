"""Names of countries in other languages."""

from typing import Annotated

from pydantic import Field, StringConstraints
from typing_extensions import TypedDict

from builder.api.field_types import Text
from builder.extensions.tables.table import OURS, CountryCode, Table, column


class Name(TypedDict):
    """The name of a country in a language."""

    language: Annotated[
        str,
        StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$"),
        column("Language tag (BCP 47), with the script where the language has several."),
    ]
    cca2: Annotated[CountryCode, column("Country.")]
    name: Annotated[Text, column("Common name.")]
    place: Annotated[int, Field(ge=1), column("Place in the list of all countries as the language sorts it.")]


TABLE = Table(
    name="names",
    title="Names in other languages",
    sentence="Names of all countries in about a hundred languages, with the place in the order of the language.",
    row_model=Name,
    key=("language", "cca2"),
    sources=("cldr-names", "cldr", "world-countries"),
    compared_with={"name": "i18n-iso-countries", "place": OURS},
    licence="Unicode-3.0 AND ODbL-1.0",
    sql_table="country_names",
    words="translations localized i18n l10n locale select picker dropdown sorted alphabetical collation cldr exonym",
    part_column="language",
    is_shown=False,
)
