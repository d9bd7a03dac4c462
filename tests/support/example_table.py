"""A table with a column of each type, and a row of it."""

from typing import Annotated, Literal

from builder.api.record_fields import Date, Number, ObjectModel
from builder.forms.table import CountryCode, Table, column, maybe


class Use(ObjectModel):
    """Use in a country."""

    cca2: CountryCode = column("Country.")
    since: Date | None = maybe("First day.")


class Row(ObjectModel):
    """A row with a column of each type."""

    code: Annotated[str, "of three letters"] = column("Code.")
    cca2: CountryCode | None = maybe("Country.")
    kind: Literal["old", "new"] = column("Kind.")
    size: Number | None = maybe("Size.", unit="km²")
    count: int = column("Count.")
    is_main: bool = column("Main.")
    others: list[CountryCode] = column("Others.")
    uses: list[Use] = column("Uses.")


TABLE = Table("rows", "Rows", "Rows.", Row, ("code",), ("source",), "MIT", parts="cca2")
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
