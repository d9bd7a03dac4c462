"""Makes the guides of the tables, and the values that guides show: files, sources, parts and first rows."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import orjson

from builder.documents.document_data import DocumentData
from builder.documents.front_matter import read_guides
from builder.documents.page import Page, Values
from builder.extensions.tables.cells import cell_text
from builder.extensions.tables.files import table_files
from builder.extensions.tables.loading import tables_of
from builder.extensions.tables.models import TABLES
from builder.extensions.tables.origins import sources_of_fields
from builder.extensions.tables.table import TableRows, table_path

# The first rows that the guide of a table shows, and the longest text in their cells.
_FIRST_ROWS = 5
_LONGEST_CELL = 48
# The most rows of a table that is shown in full.
_FEW_ROWS = 20


class FirstRows(NamedTuple):
    """The columns that have a value in any of the first rows, and the cells of these rows."""

    columns: list[str]
    rows: list[tuple[str, ...]]


class TablePart(NamedTuple):
    """A file with the rows of one country, or of another value of the column that divides the table."""

    name: str
    address: str
    rows: int


def _parts(loaded: TableRows, names: dict[str, str]) -> Iterator[TablePart]:
    """Yield the parts of a table in the order of *names*, which are by code or by another value of the column."""
    for part, name in names.items():
        if part in loaded.parts:
            path = table_path(loaded.table.name, loaded.table.form, part)
            yield TablePart(name, f"/{path}", len(loaded.parts[part]))


def first_rows(loaded: TableRows, names: dict[str, str]) -> FirstRows:
    """Format the first rows with shortened cells. *names* are the names of countries by code.

    If the key has a country, a column has its name. A table with few rows is formatted in full.
    """
    is_small = len(loaded.rows) <= _FEW_ROWS
    rows, write = (loaded.rows, str) if is_small else (loaded.rows[:_FIRST_ROWS], _short)
    columns = [(column.name, [write(cell_text(row[column.name])) for row in rows]) for column in loaded.table.columns]
    shown = [(name, cells) for name, cells in columns if any(cells)]
    codes = {column.name for column in loaded.table.columns if column.is_country}
    for code in [name for name in loaded.table.key if name in codes][:1]:
        countries = [names[row[code]] for row in rows]
        if countries not in [cells for _, cells in shown]:
            shown = [("Country", countries), *shown]
    return FirstRows([name for name, _ in shown], [*zip(*(cells for _, cells in shown), strict=True)])


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else text[: _LONGEST_CELL - 1].rstrip(" ,;") + "…"


def shared_values(data: DocumentData) -> Values:
    """Return every table with its rows, and a function that lists the sources of each field."""
    loaded = tables_of(data.site)
    list_sources = partial(sources_of_fields, loaded.provenance, data.site.dataset)
    return {"loaded_tables": loaded.rows, "sources_of_fields": list_sources}


def _values(table_name: str, data: DocumentData) -> Values:
    """Return what the guide of the table *table_name* shows."""
    loaded, site = tables_of(data.site).named(table_name), data.site
    table = loaded.table
    names = {record.cca2: record.value["name"]["common"] for record in site.dataset.records}
    is_about_countries = any(column.name in table.key for column in table.columns if column.is_country)
    return {
        "table": table,
        "count": len(loaded.rows),
        "countries": len(loaded.by_country),
        "whole_files": [*data.once(table_files).whole_files[table_name]],
        "sources": [site.sources[source] for source in table.sources],
        "parts": [*_parts(loaded, names if table.is_by_country else {part: part for part in loaded.parts})],
        "first": first_rows(loaded, names),
        "first_row": orjson.dumps(loaded.rows[0]).decode() if loaded.rows else "",
        "without_row": [
            common for code, common in names.items() if is_about_countries and code not in loaded.by_country
        ],
    }


def table_guides() -> Iterator[Page]:
    """Yield the guide that lists the tables, and the guide of each table."""
    (overview,) = read_guides(Path(__file__).parent / "templates/pages").values()
    yield overview._replace(moved_from=("/tables/",))
    for table in TABLES:
        name, values = f"table-{table.name}", partial(_values, table.name)
        yield Page(name, table.title, table.sentence, overview.section, values, "text/table.md", words=table.words)
