"""What pages say of a table."""

from dataclasses import replace

from builder.extensions.tables.guides import first_rows
from builder.extensions.tables.table import TableRows
from tests.support.example_table import FIRST, TABLE


def test_page_of_a_table_shows_its_first_rows_without_empty_columns() -> None:
    rows = [{**FIRST, "code": "long " * 20}, *[{**FIRST, "code": str(number)} for number in range(29)]]
    shown = first_rows(TableRows(TABLE, rows), {})
    assert shown.columns == ["code", "cca2", "kind", "count", "is_main", "others", "uses"], "no row has a size"
    assert len(shown.rows) == 5
    assert shown.rows[0] == ("long " * 9 + "lo…", "DE", "old", "1", "yes", "FR, DE", "IT")
    named = first_rows(TableRows(replace(TABLE, key=("cca2",)), rows), {"DE": "Germany"})
    assert (named.columns[0], named.rows[0][0]) == ("Country", "Germany"), "the key is the code of a country"


def test_page_of_a_table_with_few_rows_shows_all_in_full() -> None:
    rows = [{**FIRST, "code": "long " * 20}, *[{**FIRST, "code": str(number)} for number in range(19)]]
    shown = first_rows(TableRows(TABLE, rows), {})
    assert (len(shown.rows), shown.rows[0][0]) == (20, "long " * 20)
