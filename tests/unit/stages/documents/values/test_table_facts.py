"""The rows of tables on the pages of countries."""

from builder.stages.documents.values.table_facts import country_tables
from builder.tables.table import TableRows
from tests.support.example_table import FIRST, TABLE


def rows_about_germany(count: int) -> TableRows:
    return TableRows(TABLE, [{**FIRST, "code": str(number)} for number in range(count)], "revision")


def test_many_rows_are_folded_and_none_is_left_out() -> None:
    few, many = country_tables("DE", [rows_about_germany(8), rows_about_germany(9)])
    assert (few["is_folded"], len(few["rows"])) == (False, 8)
    assert (many["is_folded"], len(many["rows"])) == (True, 9)


def test_row_shows_no_countries_and_no_objects() -> None:
    (table,) = country_tables("IT", [rows_about_germany(1)])
    assert table["columns"] == ["code", "kind", "size", "count", "is_main"]
    assert table["rows"] == [["0", "old", "", "1", "yes"]]


def test_country_without_rows_has_no_table() -> None:
    assert country_tables("US", [rows_about_germany(1)]) == []
