"""Lists the columns of ``countries.csv`` and of ``countries`` in the database: the fields, and the calling code."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.api.record_model import Country
from builder.api.types import Record
from builder.extensions.tables.labels_and_columns import Column, list_columns
from builder.extensions.tables.site_tables import table_named
from builder.site.site import Site


@dataclass(frozen=True)
class TableColumn(Column):
    """A column whose values come from a table, by the alpha-2 code."""

    values: Mapping[str, Any] = field(default_factory=dict)

    def value(self, record: Country) -> Any:
        """Read the value of a record; None if it has none."""
        return self.values.get(record["cca2"])


def flat_columns(site: Site) -> tuple[Column, ...]:
    """List the columns of *site*: the fields of the record model, the calling code, the fields of the owner."""
    fields, own = list_columns({}), list_columns(site.interface.own)[len(list_columns({})) :]
    table = table_named(site, "calling-codes")
    codes = {row["cca2"]: row["code"] for row in table.rows} if table else {}
    meaning = "calling code without the plus sign, which countries can share"
    return (*fields, TableColumn("calling_code", "text", meaning, "", values=codes), *own)


def digit_columns(records: Iterable[Record], columns: Iterable[Column]) -> list[str]:
    """Name the columns of texts that programs would read as numbers, such as codes with zeros in front."""
    texts = {
        column.name: {column.value(record.value) for record in records} - {None}
        for column in columns
        if column.type == "text"
    }
    return [name for name, values in texts.items() if values and all(value.isdigit() for value in values)]
