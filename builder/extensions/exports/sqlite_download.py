"""Makes ``countries.sqlite``: the dataset as tables with keys, and views for common questions.

The table ``countries`` has the columns of the CSV that are not lists. A field with several values per country has its
own table, and so has each table of the extension ``tables``. A list in such a table becomes a further table, whose
name is the name of the table and the name of the list. Dates are ISO 8601 strings, booleans are 0 and 1.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from builder.api.field_types import value_at
from builder.api.record_model import Country
from builder.api.types import Dataset
from builder.extensions.exports.csv_columns import CsvColumn
from builder.extensions.tables.table import Column, Table, TableRows

_TYPES = {"integer": "INTEGER", "number": "REAL", "boolean": "INTEGER"}
# The column with the index of an item in its list.
_PLACE = Column("place", "integer", "", is_required=True)


def sqlite_body(dataset: Dataset, date: str, columns: Iterable[CsvColumn], tables: Iterable[TableRows]) -> bytes:
    """Make the database of *dataset*, with its *date*, the *columns* of countries and *tables*."""
    scalar_columns = [column for column in columns if column.type != "list"]
    declared = [Column(column.name, column.type, "", is_required=column.name == "cca2") for column in scalar_columns]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.executescript("PRAGMA page_size = 4096; PRAGMA foreign_keys = ON;")
        _create(database, "countries", declared, ["cca2"])
        database.executescript(Path(__file__).with_suffix(".sql").read_text("utf-8"))
        database.execute("BEGIN")
        for table, rows in _rows_of(dataset, date, scalar_columns).items():
            _fill(database, table, rows)
        add_tables(database, tables)
        database.execute("COMMIT")
        database.execute("VACUUM")
        return database.serialize()


def _rows_of(dataset: Dataset, date: str, scalar_columns: Sequence[CsvColumn]) -> dict[str, Iterable[tuple[Any, ...]]]:
    """Make the rows of each table. A table comes after the tables that it refers to."""
    records = [record.value for record in dataset.records]
    codes = {record["cca3"]: record["cca2"] for record in records}
    about = {"revision": dataset.revision, "date": date, "licence": "ODbL-1.0"}
    return {
        "about": about.items(),
        "countries": (tuple(column.value(record) for column in scalar_columns) for record in records),
        "names": ((None, *row) for record in records for row in _names(record)),
        "codes": (
            (code, kind, record["cca2"])
            for record in records
            for kind in ("cca2", "cca3", "ccn3", "cioc", "fifa")
            if (code := value_at(record, kind))
        ),
        "capitals": (row for record in records for row in _capitals(record)),
        "currencies": sorted(
            {(code, currency["name"]) for record in records for code, currency in record.get("currencies", {}).items()}
        ),
        "country_currencies": (
            (record["cca2"], code, currency.get("symbol"))
            for record in records
            for code, currency in record.get("currencies", {}).items()
        ),
        "languages": sorted({item for record in records for item in record.get("languages", {}).items()}),
        "country_languages": _values_by_country(records, "languages"),
        "continents": _values_by_country(records, "continents"),
        "borders": (
            (record["cca2"], place, codes[neighbour])
            for record in records
            for place, neighbour in enumerate(record.get("borders", ()))
        ),
        "tlds": _values_by_country(records, "tld"),
        "timezones": _values_by_country(records, "timezones"),
        "holidays": (
            (None, record["cca2"], day["date"], day["name"], day["localName"], ";".join(day.get("types", ())) or None)
            for record in records
            for day in record.get("holidays", {}).get("items", ())
        ),
    }


def _values_by_country(records: Iterable[Country], field: str) -> Iterator[tuple[str, str]]:
    return ((record["cca2"], value) for record in records for value in value_at(record, field) or ())


def _names(record: Country) -> Iterator[tuple[str, str, str | None, str]]:
    cca2, name = record["cca2"], record["name"]
    yield cca2, "common", "eng", name["common"]
    yield cca2, "official", "eng", name["official"]
    for language, native in name.get("native", {}).items():
        yield cca2, "native common", language, native["common"]
        yield cca2, "native official", language, native["official"]
    for spelling in record.get("altSpellings", ()):
        yield cca2, "alternative", None, spelling
    for language, translation in record.get("translations", {}).items():
        yield cca2, "translated common", language, translation["common"]
        yield cca2, "translated official", language, translation["official"]
    for language, demonym in record.get("demonyms", {}).items():
        yield cca2, "demonym, feminine", language, demonym["f"]
        yield cca2, "demonym, masculine", language, demonym["m"]


def _capitals(record: Country) -> Iterator[tuple[Any, ...]]:
    info = record.get("capitalInfo", {})
    for place, name in enumerate(record.get("capital", ())):
        # A record has the coordinates and the population of its first capital only.
        latitude, longitude = info.get("latlng", (None, None)) if place == 0 else (None, None)
        yield record["cca2"], place, name, latitude, longitude, info.get("population") if place == 0 else None


def add_tables(database: sqlite3.Connection, tables: Iterable[TableRows]) -> None:
    """Create and fill a table for each of *tables*, and one for each column of lists. They refer to ``countries``."""
    for loaded in tables:
        table = loaded.table
        scalar_columns = [column for column in table.columns if not column.is_list]
        _create(database, table.sql_name, scalar_columns, table.key)
        _fill(database, table.sql_name, ([row[column.name] for column in scalar_columns] for row in loaded.rows))
        for column in table.columns:
            if column.is_list:
                _add_list(database, loaded, column)


def _add_list(database: sqlite3.Connection, loaded: TableRows, column: Column) -> None:
    """Create the table of a column of lists: the key of the row, the place in the list, and the item there."""
    table, name = loaded.table, f"{loaded.table.sql_name}_{column.name}"
    # The key of the new table refers to the table of the rows, whose key refers to countries.
    keys = [key._replace(is_country=False) for key in table.columns if key.name in table.key]
    # A code has the name ``cca2``: mappers refuse a column that is named as a table.
    item_column = column._replace(name="cca2" if column.is_country else column.name, type="text", is_required=True)
    _create(database, name, [*keys, _PLACE, *(column.members or [item_column])], [*table.key, _PLACE.name], table)
    _fill(
        database,
        name,
        (
            [*table.key_of(row), place, *([item[member.name] for member in column.members] or [item])]
            for row in loaded.rows
            for place, item in enumerate(row[column.name] or ())
        ),
    )


def _create(
    database: sqlite3.Connection, name: str, columns: Sequence[Column], key: Sequence[str], parent: Table | None = None
) -> None:
    lines = [_definition_of(column) for column in columns]
    lines.append(f"PRIMARY KEY ({', '.join(map(_quoted, key))})")
    if parent:
        keys = ", ".join(map(_quoted, parent.key))
        lines.append(f"FOREIGN KEY ({keys}) REFERENCES {_quoted(parent.sql_name)} ({keys})")
    database.execute(f"CREATE TABLE {_quoted(name)} ({', '.join(lines)}) WITHOUT ROWID")


def _definition_of(column: Column) -> str:
    kind = _TYPES.get(column.type, "TEXT")
    null = " NOT NULL" if column.is_required else ""
    refers = " REFERENCES countries (cca2)" if column.is_country and column.type == "text" else ""
    return f"{_quoted(column.name)} {kind}{null}{refers}"


def _fill(database: sqlite3.Connection, name: str, rows: Iterable[Sequence[Any]]) -> None:
    count = database.execute("SELECT count(*) FROM pragma_table_info(?)", (name,)).fetchone()[0]
    database.executemany(f"INSERT INTO {_quoted(name)} VALUES ({', '.join('?' * count)})", rows)  # noqa: S608


def _quoted(name: str) -> str:
    """Quote a name, because some names, such as ``from``, are keywords of SQL."""
    return f'"{name}"'
