"""What pages say of the tables beside the record: their files, their first rows, and the rows of a country."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

from builder.dataset_types import SourceEntry
from builder.output_paths import public_path, table_path
from builder.site.site import Site
from builder.tabular.table import FORMS, Column, Table, TableRows

# Elements of a list in a cell.
_MOST_ITEMS = 8
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


@dataclass(frozen=True)
class CountryTable:
    """What a table says of a country: the number of its rows, its file, and names and cells of columns.

    ``names_rows`` is true where the first column says what a row is about, besides the country.
    """

    table: Table
    count: int
    path: str
    columns: list[str]
    rows: list[tuple[str, ...]]
    names_rows: bool


def table_facts(one: TableRows, site: Site, sizes: Mapping[str, int]) -> TableFacts:
    """Describe a table for its page."""
    table = one.table
    paths = {title: table_path(table.name, ending) for title, ending in FORMS.items()}
    without = [] if not table.is_about_countries else _without(one, site)
    return TableFacts(
        table,
        count=len(one.rows),
        countries=len(one.by_country),
        files=[
            (title, f"/{path}", sizes[public_path(path)]) for title, path in paths.items() if public_path(path) in sizes
        ],
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
    columns = [(column.name, [_short(_cell(row[column.name])) for row in rows]) for column in one.table.columns]
    shown = [(name, cells) for name, cells in columns if any(cells)]
    return FirstRows([name for name, _ in shown], [*zip(*(cells for _, cells in shown), strict=True)])


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else text[: _LONGEST_CELL - 1].rstrip(" ,;") + "…"


def _without(one: TableRows, site: Site) -> list[str]:
    return [record.value["name"]["common"] for record in site.dataset.records if record.cca2 not in one.by_country]


def country_tables(cca2: str, tables: Sequence[TableRows]) -> list[CountryTable]:
    """List the tables that have rows about a country, with the cells of these; empty columns are left out.

    One whose rows are not shown has no cells.
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
    """Format a row; of objects about countries, those of *cca2*, one after the other in a cell."""
    cells = []
    for column in columns:
        if column.type == "objects":
            own = [item for item in row[column.name] if cca2 in item.values()]
            cells += [", ".join(_cell(item[member.name]) for item in own) for member in _shown(column.members)]
        elif not column.is_country:
            cells.append(_cell(row[column.name]))
    return cells


def _cell(value: Any) -> str:
    match value:
        case None | []:
            return ""
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(filter(None, map(_cell, value.values())))
        case [dict(), *_]:
            return "; ".join(map(_cell, value))
        case list():
            return ", ".join(value[:_MOST_ITEMS]) + (
                f" and {len(value) - _MOST_ITEMS} more" * (len(value) > _MOST_ITEMS)
            )
        case _:
            return str(value)
