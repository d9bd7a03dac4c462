"""The tables beside the record as tables of ``countries.sqlite``.

A column of lists or objects is a table of its own, named after both, with the key of its row.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson

from builder.tabular.table import Column, Table, TableRows

_TYPES = {"integer": "INTEGER", "boolean": "INTEGER", "number": "REAL"}
_PLACE = "place"


def add_tables(database: sqlite3.Connection, tables: Iterable[TableRows]) -> None:
    """Create a table for each of *tables*, which refers to ``countries``, and fill it.

    Raises ``ValueError`` with a declaration that names a table which the database has already.
    """
    for one in tables:
        table = one.table
        if database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table.sql_name,)).fetchone():
            advice = f"declare {table.name} with another `database`"
            raise ValueError(f"the database has a table {table.sql_name!r}: {advice}")
        flat = [column for column in table.columns if column.type not in ("list", "objects")]
        _create(database, table.sql_name, flat, table.key)
        _fill(database, table.sql_name, ([row[column.name] for column in flat] for row in one.rows))
        for column in table.columns:
            if column.type in ("list", "objects"):
                _add_list(database, one, column)


def _add_list(database: sqlite3.Connection, one: TableRows, column: Column) -> None:
    """Create the table of a column of lists: the key of the row, the place in the list, and the item there."""
    table = one.table
    keys = [key for key in table.columns if key.name in table.key]
    items = column.members or (column._replace(type="text", is_required=True),)
    place = Column(_PLACE, "integer", "", "", is_required=True, is_country=False)
    name = f"{table.sql_name}_{column.name}"
    _create(database, name, [*_renamed(keys, items), place, *items], [*(key.name for key in keys), _PLACE], table)
    _fill(database, name, _items(one, column))


def _renamed(keys: Sequence[Column], items: Sequence[Column]) -> list[Column]:
    taken = {item.name for item in items}
    if clash := [key.name for key in keys if key.name in taken]:
        raise ValueError(f"objects have columns with the names of keys, {clash}; rename them in the row model")
    return list(keys)


def _items(one: TableRows, column: Column) -> Iterator[list[Any]]:
    for row in one.rows:
        for place, item in enumerate(row[column.name] or ()):
            values = [_value(member, item[member.name]) for member in column.members] if column.members else [item]
            yield [*one.table.key_of(row), place, *values]


def _value(member: Column, value: Any) -> Any:
    return orjson.dumps(value).decode() if member.type in ("list", "objects") else value


def _create(
    database: sqlite3.Connection, name: str, columns: Sequence[Column], key: Sequence[str], parent: Table | None = None
) -> None:
    lines = [_line(column) for column in columns]
    lines.append(f"PRIMARY KEY ({', '.join(map(_quoted, key))})")
    if parent:
        keys = ", ".join(map(_quoted, parent.key))
        lines.append(f"FOREIGN KEY ({keys}) REFERENCES {_quoted(parent.sql_name)} ({keys})")
    database.execute(f"CREATE TABLE {_quoted(name)} ({', '.join(lines)}) WITHOUT ROWID")


def _line(column: Column) -> str:
    kind = _TYPES.get(column.type, "TEXT")
    null = " NOT NULL" if column.is_required else ""
    refers = " REFERENCES countries" if column.is_country and column.type == "text" else ""
    return f"{_quoted(column.name)} {kind}{null}{refers}"


def _fill(database: sqlite3.Connection, name: str, rows: Iterable[Sequence[Any]]) -> None:
    count = database.execute("SELECT count(*) FROM pragma_table_info(?)", (name,)).fetchone()[0]
    database.executemany(f"INSERT INTO {_quoted(name)} VALUES ({', '.join('?' * count)})", rows)  # noqa: S608


def _quoted(name: str) -> str:
    """Quote a name: ``from`` and others are words of SQL."""
    return f'"{name}"'
