"""A table with a column of each type, and a row of it."""

from typing import Annotated, Literal

from typing_extensions import TypedDict

from builder.api.field_types import Date, Number
from builder.extensions.tables.table import CountryCode, Table, column, nullable


class Use(TypedDict):
    """Use in a country."""

    cca2: Annotated[CountryCode, column("Country.")]
    since: Annotated[Date | None, nullable("First day.")]


class Row(TypedDict):
    """A row with a column of each type."""

    code: Annotated[Annotated[str, "of three letters"], column("Code.")]
    cca2: Annotated[CountryCode | None, nullable("Country.")]
    kind: Annotated[Literal["old", "new"], column("Kind.")]
    size: Annotated[Number | None, nullable("Size.", unit="km²")]
    count: Annotated[int, column("Count.")]
    is_main: Annotated[bool, column("Main.")]
    others: Annotated[list[CountryCode], column("Others.")]
    uses: Annotated[list[Use], column("Uses.")]


TABLE = Table("rows", "Rows", "Rows.", Row, ("code",), ("source",), "MIT", part_column="cca2")
FIRST = {
    "code": "a",
    "cca2": "DE",
    "kind": "old",
    "size": None,
    "count": 1,
    "is_main": True,
    "others": ["FR", "DE"],
    "uses": [{"cca2": "IT", "since": None}],
}
