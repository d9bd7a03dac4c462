"""The rows of tables on the pages of countries."""

from dataclasses import replace

from builder.extensions.pages.country_tables import country_tables
from builder.extensions.tables.table import TableRows
from tests.support.example_table import FIRST, TABLE


def rows_about_germany(count: int) -> TableRows:
    return TableRows(TABLE, [{**FIRST, "code": str(number)} for number in range(count)])


def test_row_shows_no_countries_but_what_its_objects_say_of_the_country() -> None:
    uses = [{"cca2": "IT", "since": "1990-01-01"}, {"cca2": "DE", "since": "1991-01-01"}]
    table = TableRows(TABLE, [{**FIRST, "uses": [*uses, {"cca2": "IT", "since": "2002-01-01"}]}])
    (italy,) = country_tables("IT", [table])
    assert italy.columns == ["code", "kind", "count", "is_main", "since"]
    assert italy.rows == [("a", "old", "1", "yes", "1990-01-01, 2002-01-01")]
    (france,) = country_tables("FR", [table])
    assert france.columns == ["code", "kind", "count", "is_main"], "nothing is known of its size, or of France"
    assert france.rows == [("a", "old", "1", "yes")]


def test_row_is_named_by_its_first_column_if_that_is_of_the_key() -> None:
    named, unnamed = (
        country_tables("IT", [TableRows(replace(TABLE, key=key), [FIRST])])[0] for key in (("code",), ("cca2",))
    )
    assert (named.names_rows, unnamed.names_rows) == (True, False)


def test_country_without_rows_has_no_table() -> None:
    assert country_tables("US", [rows_about_germany(1)]) == []
