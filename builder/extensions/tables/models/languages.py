"""Languages that are official in a country."""

from typing import Annotated, Literal

from pydantic import StringConstraints
from typing_extensions import TypedDict

from builder.api.field_types import LanguageKey, Text
from builder.extensions.tables.table import OURS, CountryCode, Table, column, nullable

TwoLetters = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}$")]
ScriptCode = Annotated[str, StringConstraints(pattern=r"^[A-Z][a-z]{3}$")]


class Language(TypedDict):
    """A language with its codes and names, and how it is written."""

    code: Annotated[LanguageKey, column("ISO 639-3 code, three letters, which records use.")]
    alpha2: Annotated[TwoLetters | None, nullable("ISO 639-1 code, two letters.")]
    bibliographic: Annotated[
        LanguageKey | None, nullable("ISO 639-2/B (bibliographic) code, where it differs from `code`.")
    ]
    name: Annotated[Text, column("English name.")]
    ownName: Annotated[Text | None, nullable("Name in the language itself, as its speakers write it.")]
    script: Annotated[ScriptCode | None, nullable("Usual script, an ISO 15924 code; null for sign languages.")]
    direction: Annotated[Literal["ltr", "rtl"] | None, nullable("Direction of the script, as HTML names it.")]
    countries: Annotated[list[CountryCode], column("Countries whose records have the language.")]


TABLE = Table(
    name="languages",
    title="Languages",
    sentence="Languages that are official in a country, with their codes, own names, scripts and countries.",
    row_model=Language,
    key=("code",),
    sources=("world-countries", "cldr", "cldr-names", "countries-list"),
    compared_with={
        "alpha2": "iso-codes",
        "bibliographic": "iso-codes",
        "name": "Unicode CLDR, iso-codes",
        "ownName": "Countries List, language-data of Wikimedia",
        "script": "native names of the records, language-data of Wikimedia",
        "direction": "Countries List",
        "countries": OURS,
    },
    licence="ODbL-1.0 AND Unicode-3.0 AND MIT",
    sql_table="iso_languages",
    words="iso 639 language code native endonym autonym right to left rtl script writing official spoken",
)
