"""The columns of the flat formats."""

from builder.documents.downloads.columns import COLUMNS
from tests.support import values

COLUMN = {column.name: column for column in COLUMNS}


def test_column_reads_a_nested_value_and_none_for_an_absent_one() -> None:
    record = values.VALUES[0]
    assert COLUMN["name"].value(record) == "Aland"
    assert COLUMN["gdp_usd"].value(record) == 7.5
    assert COLUMN["flag_svg"].value(record) is None


def test_column_names_are_distinct() -> None:
    assert len(COLUMN) == len(COLUMNS)
