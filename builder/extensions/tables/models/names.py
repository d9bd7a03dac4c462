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
    notes=(
        "Sort the rows of a language by `place` for a list of choice that is right for its readers: Österreich is "
        "between Oman and Pakistan in German, and Österrike after Zimbabwe in Swedish. A program needs no collation "
        "for it.\n\n"
        "The languages are those that Unicode CLDR covers at its level `modern`, but for Haitian Creole and Quechua: "
        "more than nine in ten of their names there are French or Spanish. Akan, Igbo and Somali keep English words "
        "where CLDR has no name of their own, Zulu and Filipino by usage. Chinese and Cantonese are there by "
        "script, `sr` is Serbian in Cyrillic and `sr-Latn` in Latin letters, `pt` is the Portuguese of Brazil, and "
        "`nb` is the choice for `no`. In the languages of `translations` the names are those of the records; `pt` and "
        "`zh-Hant` are CLDR's. In other languages a country that speaks one has its `name.native`. The order is that "
        "of ICU, which browsers have, too; it has no rules for 12 of the languages, such as Akan and Somali, which are "
        "sorted letter by letter.\n\n"
        "The names in 70 of the languages were compared with those of i18n-iso-countries: 430 of 17,500 are not a "
        "spelling of the same name. Each was judged; see `data/curated/agreement/names.json` in the repository."
    ),
    part_column="language",
    is_shown=False,
)
