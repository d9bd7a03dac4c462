"""The few values of each country that most web pages need, in one small file."""

from collections.abc import Iterator
from typing import Annotated

from typing_extensions import TypedDict

from builder.api.field_types import Text
from builder.api.types import JsonObject
from builder.extensions.tables.table import CountryCode, RowInputs, Table, column, nullable


class Essentials(TypedDict):
    """What a list of countries shows of each country."""

    cca2: Annotated[CountryCode, column("Country.")]
    name: Annotated[Text, column("Common name in English.")]
    flag: Annotated[Text | None, nullable("Flag as an emoji.")]
    callingCode: Annotated[
        Text | None,
        nullable("Country calling code of ITU-T E.164, without the plus sign. Several countries can share one."),
    ]
    currencies: Annotated[list[Text], column("ISO 4217 codes of the currencies.")]
    languages: Annotated[list[Text], column("ISO 639-3 codes of the languages.")]


def _rows(inputs: RowInputs) -> Iterator[JsonObject]:
    calling_codes = {row["cca2"]: row["code"] for row in inputs.tables["calling-codes"].rows}
    for record in inputs.dataset.records:
        value = record.value
        yield {
            "cca2": record.cca2,
            "name": value["name"]["common"],
            "flag": value.get("flag"),
            "callingCode": calling_codes.get(record.cca2),
            "currencies": [*value.get("currencies", ())],
            "languages": [*value.get("languages", ())],
        }


TABLE = Table(
    name="essentials",
    title="Essentials",
    sentence="Code, name, flag, calling code, currencies and languages of each country: a small file for web pages.",
    row_model=Essentials,
    key=("cca2",),
    sources=("world-countries", "libphonenumber"),
    licence="Apache-2.0 AND ODbL-1.0",
    words="front end frontend react vue select dropdown picker list of countries flags emoji dial code phone minimal",
    make_rows=_rows,
    is_shown=False,
)
