"""Tables beside the record in the database."""

import sqlite3
from dataclasses import replace

import pytest

from builder.annexes.exports.table_database import add_tables
from builder.tabular.table import TableRows
from tests.support.example_table import FIRST, TABLE


def database() -> sqlite3.Connection:
    """Make a database of three countries."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE countries (cca2 TEXT PRIMARY KEY) WITHOUT ROWID")
    connection.executemany("INSERT INTO countries VALUES (?)", [("DE",), ("FR",), ("IT",)])
    return connection


def test_lists_and_objects_are_tables_that_refer_to_their_row_and_to_countries() -> None:
    connection = database()
    add_tables(connection, [TableRows(TABLE, [FIRST], "")])
    assert connection.execute("SELECT code, cca2, is_main FROM rows").fetchall() == [("a", "DE", 1)]
    assert connection.execute("SELECT * FROM rows_others").fetchall() == [("a", 0, "FR"), ("a", 1, "DE")]
    assert connection.execute("SELECT * FROM rows_uses").fetchall() == [("a", 0, "IT", None)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.execute("DELETE FROM countries WHERE cca2 = 'IT'")
    assert [broken[0] for broken in connection.execute("PRAGMA foreign_key_check")] == ["rows_uses"]


def test_name_that_the_database_has_is_refused_with_what_to_do() -> None:
    connection = database()
    taken = replace(TABLE, database="countries")
    with pytest.raises(ValueError, match="has a table 'countries': declare rows with another `database`"):
        add_tables(connection, [TableRows(taken, [FIRST], "")])
