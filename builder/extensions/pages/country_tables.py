"""Makes the rows of tables that the page of a country shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.extensions.tables.cells import cell_text
from builder.extensions.tables.table import Column, Table, TableRows, table_path


@dataclass(frozen=True)
class CountryTable:
    """The rows of a table about a country: their number, their file, and names and cells of columns.

    ``names_rows`` is true where the first column says what a row is about, besides the country.
    """

    table: Table
    count: int
    path: str
    columns: list[str]
    rows: list[tuple[str, ...]]
    names_rows: bool


def country_tables(cca2: str, tables: Sequence[TableRows]) -> list[CountryTable]:
    """List the tables that have rows about a country, with the cells of these rows; empty columns are left out.

    A table whose rows are not shown has no cells.
    """
    return [
        CountryTable(
            one.table,
            len(rows),
            table_path(one.table.name, one.table.form, cca2 if one.table.is_by_country else ""),
            [column.name for column, cells in columns if any(cells)],
            [*zip(*(cells for _, cells in columns if any(cells)), strict=True)],
            names_rows=_shown(one.table.columns)[0].name in one.table.key,
        )
        for one in tables
        if (rows := one.by_country.get(cca2))
        for columns in [_columns(one.table.columns, rows, cca2) if one.table.is_shown else []]
    ]


def _columns(
    columns: Sequence[Column], rows: Sequence[Mapping[str, Any]], cca2: str
) -> list[tuple[Column, tuple[str, ...]]]:
    """Pair the columns that are shown with their cells."""
    cells = zip(*(_cells(columns, row, cca2) for row in rows), strict=True)
    return [*zip(_shown(columns), cells, strict=True)]


def _shown(columns: Sequence[Column]) -> list[Column]:
    """Leave out the columns with codes of countries. Of objects about countries, each member is a column."""
    return [
        shown
        for column in columns
        if not column.is_country
        for shown in (_shown(column.members) if column.type == "objects" else (column,))
    ]


def _cells(columns: Sequence[Column], row: Mapping[str, Any], cca2: str) -> list[str]:
    """Format a row. Of objects about countries, a cell has those about *cca2*, joined by commas."""
    cells = []
    for column in columns:
        if column.type == "objects":
            own = [item for item in row[column.name] if cca2 in item.values()]
            cells += [", ".join(cell_text(item[member.name]) for item in own) for member in _shown(column.members)]
        elif not column.is_country:
            cells.append(cell_text(row[column.name]))
    return cells
