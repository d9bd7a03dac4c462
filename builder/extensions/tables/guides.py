"""The pages of the tables, and what they say of each: its files and its first rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import orjson

from builder.api.dataset_types import SourceEntry
from builder.api.output_paths import table_path
from builder.documents.document_data import DocumentData
from builder.documents.page import Page, Values
from builder.extensions.tables.cells import cell_text
from builder.extensions.tables.files import table_files, whole_files
from builder.extensions.tables.models import TABLES
from builder.extensions.tables.site_tables import tables_of
from builder.extensions.tables.table import Table, TableRows
from builder.site.site import Site

_SECTION = "Tables"
# Rows of a table on its own page, and the longest text in a cell there.
_FIRST_ROWS = 5
_LONGEST_CELL = 48
# Names of countries in a sentence; of more, only their number is given.
_MOST_NAMES = 40


class FirstRows(NamedTuple):
    """The columns that have a value in any of the first rows, and the cells of these rows."""

    columns: list[str]
    rows: list[tuple[str, ...]]


@dataclass(frozen=True)
class TableFacts:
    """A table with its numbers of rows and of countries, its files with their sizes, and its sources.

    ``parts`` have name, address and number of rows. ``row`` is the first row as JSON. ``without`` names the countries
    without a row, if they are few.
    """

    table: Table
    count: int
    countries: int
    files: list[tuple[str, str, int]]
    pattern: str
    sources: list[SourceEntry]
    parts: list[tuple[str, str, int]]
    first: FirstRows
    row: str
    without: list[str]
    without_count: int


def _facts_of_tables(data: DocumentData) -> tuple[TableFacts, ...]:
    sizes = data.once(table_files).sizes
    return tuple(_facts(table, data.site, sizes) for table in tables_of(data.site))


def _facts(one: TableRows, site: Site, sizes: Mapping[str, int]) -> TableFacts:
    table = one.table
    without = [] if not table.is_about_countries else _without(one, site)
    return TableFacts(
        table,
        count=len(one.rows),
        countries=len(one.by_country),
        files=whole_files(table, sizes),
        pattern=f"/{table.part_pattern}" if table.parts else "",
        sources=[site.sources[name] for name in table.sources],
        parts=[*_parts(one, site)],
        first=first_rows(one),
        row=orjson.dumps(one.rows[0]).decode() if one.rows else "",
        without=without if len(without) <= _MOST_NAMES else [],
        without_count=len(without),
    )


def _parts(one: TableRows, site: Site) -> Iterator[tuple[str, str, int]]:
    """Yield name, address and number of rows of each part, those of countries in the order of the records."""
    names = {part: part for part in one.parts}
    if one.table.is_by_country:
        names = {record.cca2: record.value["name"]["common"] for record in site.dataset.records}
    for part, name in names.items():
        if part in one.parts:
            yield name, f"/{table_path(one.table.name, one.table.form, part)}", len(one.parts[part])


def first_rows(one: TableRows) -> FirstRows:
    """Format the first rows."""
    rows = one.rows[:_FIRST_ROWS]
    columns = [(column.name, [_short(cell_text(row[column.name])) for row in rows]) for column in one.table.columns]
    shown = [(name, cells) for name, cells in columns if any(cells)]
    return FirstRows([name for name, _ in shown], [*zip(*(cells for _, cells in shown), strict=True)])


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else text[: _LONGEST_CELL - 1].rstrip(" ,;") + "…"


def _without(one: TableRows, site: Site) -> list[str]:
    return [record.value["name"]["common"] for record in site.dataset.records if record.cca2 not in one.by_country]


def shared_values(data: DocumentData) -> Values:
    """Return what is known of every table, for its list and for the index for language models."""
    return {"table_facts": data.once(_facts_of_tables)}


def _table_page(name: str, data: DocumentData) -> Values:
    return {"facts": next(facts for facts in data.once(_facts_of_tables) if facts.table.name == name)}


def table_guides() -> Iterator[Page]:
    """Yield the page of all tables, and one for each."""
    yield Page(
        "tables", "All tables", "Files beside the records, and their format.", _SECTION, moved_from=("/tables/",)
    )
    for table in TABLES:
        values = partial(_table_page, table.name)
        yield Page(
            f"table-{table.name}", table.title, table.sentence, _SECTION, values, "text/table.md", words=table.words
        )
