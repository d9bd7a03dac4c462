"""The database of the dataset."""

import sqlite3
from typing import Any

import pytest

from builder.api.record_model import Country
from builder.documents import DocumentData
from builder.extensions.exports.csv_columns import csv_columns
from builder.extensions.exports.sqlite_download import add_tables, sqlite_body
from builder.extensions.tables.loading import tables_of
from builder.extensions.tables.table import TableRows
from tests.support.example_table import FIRST, TABLE


def _values(data: DocumentData) -> list[Country]:
    return [record.value for record in data.site.dataset.records]


@pytest.fixture
def database(data: DocumentData) -> sqlite3.Connection:
    """Open the database of the small site."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(_body(data))
    return connection


def _body(data: DocumentData) -> bytes:
    return sqlite_body(data.site.dataset, "2026-01-01", csv_columns(data.site), tables_of(data.site).rows)


def test_database_is_the_same_each_time(data: DocumentData) -> None:
    assert _body(data) == _body(data)


def test_places_are_those_of_the_record(data: DocumentData, database: sqlite3.Connection) -> None:
    def rows(query: str) -> dict[str, list[Any]]:
        return {code: place for code, *place in database.execute(query)}

    values = _values(data)
    assert rows("SELECT cca2, latitude, longitude FROM countries") == {
        value["cca2"]: value["latlng"] for value in values
    }
    assert rows("SELECT cca2, latitude, longitude FROM capitals WHERE latitude IS NOT NULL") == {
        value["cca2"]: value["capitalInfo"]["latlng"] for value in values if "latlng" in value.get("capitalInfo", {})
    }


def test_programs_find_the_key_of_each_table_and_what_foreign_keys_refer_to(database: sqlite3.Connection) -> None:
    """Otherwise Datasette and SQLAlchemy's automap fail.

    They also fail if a column of a table has the name of another table to which a foreign key refers.
    """
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        columns = [*database.execute("SELECT name, pk FROM pragma_table_info(?)", (table,))]
        references = [*database.execute('SELECT "table", "to" FROM pragma_foreign_key_list(?)', (table,))]
        assert any(key for _, key in columns), table
        assert all(to for _, to in references), table
        assert not {name for name, _ in columns} & {to for to, _ in references}, table
        # A mapper takes a table with references alone for a relation, and two relations to a table have the same name.
        others = len(columns) - len(references)
        assert others or len({to for to, _ in references}) == len(references), table


def test_lists_and_objects_are_tables_that_refer_to_their_row_and_to_countries() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE countries (cca2 TEXT PRIMARY KEY) WITHOUT ROWID")
    connection.executemany("INSERT INTO countries VALUES (?)", [("DE",), ("FR",), ("IT",)])
    add_tables(connection, [TableRows(TABLE, [FIRST])])
    assert connection.execute("SELECT code, cca2, is_main FROM rows").fetchall() == [("a", "DE", 1)]
    assert connection.execute("SELECT * FROM rows_others").fetchall() == [("a", 0, "FR"), ("a", 1, "DE")]
    assert [row[1] for row in connection.execute("PRAGMA table_info(rows_others)")] == ["code", "place", "cca2"]
    assert connection.execute("SELECT * FROM rows_uses").fetchall() == [("a", 0, "IT", None)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.execute("DELETE FROM countries WHERE cca2 = 'IT'")
    assert [broken[0] for broken in connection.execute("PRAGMA foreign_key_check")] == ["rows_uses"]
