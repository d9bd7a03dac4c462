"""Declares the guides of the tables, and makes their values: files, sources, parts and first rows of each table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import orjson

from builder.api.dataset_types import SourceEntry
from builder.api.output_paths import table_path
from builder.documents.document_data import DocumentData
from builder.documents.guide_files import read_guides
from builder.documents.page import Page, Values
from builder.extensions.tables.cells import cell_text
from builder.extensions.tables.files import WholeFile, table_files, whole_files
from builder.extensions.tables.models import TABLES
from builder.extensions.tables.origins import sources_of_fields
from builder.extensions.tables.site_tables import provenance_of, tables_of
from builder.extensions.tables.table import Table, TableRows
from builder.site.site import Site

_SECTION = "Tables"
# The guide of a table shows so many rows, and cuts longer texts in their cells.
_FIRST_ROWS = 5
_LONGEST_CELL = 48
# A table with at most so many rows is shown in full.
_FEW_ROWS = 20
# A sentence names at most so many countries; for more, it gives their number.
_MOST_NAMES = 40


class FirstRows(NamedTuple):
    """The columns that have a value in any of the first rows, and the cells of these rows."""

    columns: list[str]
    rows: list[tuple[str, ...]]


class TablePart(NamedTuple):
    """A file with the rows of loaded country, or of another value of the column that divides the table."""

    name: str
    address: str
    rows: int


@dataclass(frozen=True)
class TableFacts:
    """What the guide of a table shows. ``count`` and ``countries`` are the numbers of its rows and of their countries.

    ``pattern`` is the address of its parts with a placeholder. ``first_row`` is JSON. ``without`` names the countries
    without a row, unless these are too many for a sentence.
    """

    table: Table
    count: int
    countries: int
    files: list[WholeFile]
    pattern: str
    sources: list[SourceEntry]
    parts: list[TablePart]
    first: FirstRows
    first_row: str
    without: list[str]
    without_count: int


def _facts_of_tables(data: DocumentData) -> tuple[TableFacts, ...]:
    sizes = data.once(table_files).sizes
    return tuple(_facts(table, data.site, sizes) for table in tables_of(data.site))


def _facts(loaded: TableRows, site: Site, sizes: Mapping[str, int]) -> TableFacts:
    table = loaded.table
    without = _countries_without_rows(loaded, site) if table.is_about_countries else []
    return TableFacts(
        table,
        count=len(loaded.rows),
        countries=len(loaded.by_country),
        files=whole_files(table, sizes),
        pattern=f"/{table.part_pattern}" if table.part_column else "",
        sources=[site.sources[name] for name in table.sources],
        parts=[*_parts(loaded, site)],
        first=first_rows(loaded),
        first_row=orjson.dumps(loaded.rows[0]).decode() if loaded.rows else "",
        without=without if len(without) <= _MOST_NAMES else [],
        without_count=len(without),
    )


def _parts(loaded: TableRows, site: Site) -> Iterator[TablePart]:
    """Yield the parts of a table; countries are in the order of the records."""
    names = {part: part for part in loaded.parts}
    if loaded.table.is_by_country:
        names = {record.cca2: record.value["name"]["common"] for record in site.dataset.records}
    for part, name in names.items():
        if part in loaded.parts:
            path = table_path(loaded.table.name, loaded.table.form, part)
            yield TablePart(name, f"/{path}", len(loaded.parts[part]))


def first_rows(loaded: TableRows) -> FirstRows:
    """Format the first rows, shortened; of a table with few rows all, in full."""
    is_small = len(loaded.rows) <= _FEW_ROWS
    rows, write = (loaded.rows, str) if is_small else (loaded.rows[:_FIRST_ROWS], _short)
    columns = [(column.name, [write(cell_text(row[column.name])) for row in rows]) for column in loaded.table.columns]
    shown = [(name, cells) for name, cells in columns if any(cells)]
    return FirstRows([name for name, _ in shown], [*zip(*(cells for _, cells in shown), strict=True)])


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else text[: _LONGEST_CELL - 1].rstrip(" ,;") + "…"


def _countries_without_rows(loaded: TableRows, site: Site) -> list[str]:
    return [record.value["name"]["common"] for record in site.dataset.records if record.cca2 not in loaded.by_country]


def shared_values(data: DocumentData) -> Values:
    """Return the facts of every table, and a function that lists the sources of each field."""
    list_sources = partial(sources_of_fields, provenance_of(data.site), data.site.dataset)
    return {"table_facts": data.once(_facts_of_tables), "sources_of_fields": list_sources}


def _table_page(name: str, data: DocumentData) -> Values:
    return {"facts": next(facts for facts in data.once(_facts_of_tables) if facts.table.name == name)}


def table_guides() -> Iterator[Page]:
    """Yield the guide that lists the tables, and the guide of each table."""
    for page in read_guides(Path(__file__).parent / "templates/pages").values():
        yield page._replace(moved_from=("/tables/",))
    for table in TABLES:
        values = partial(_table_page, table.name)
        yield Page(
            f"table-{table.name}", table.title, table.sentence, _SECTION, values, "text/table.md", words=table.words
        )
