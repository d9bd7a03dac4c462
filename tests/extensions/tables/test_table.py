from typing import Annotated

import pytest
from typing_extensions import TypedDict

from builder.api.field_types import Alpha2
from builder.extensions.tables.models import TABLES
from builder.extensions.tables.table import Column, Table, TableRows, column, columns_of
from tests.support.example_table import FIRST, TABLE
from tests.support.project import ROOT


def test_columns_follow_from_the_row_model() -> None:
    assert [(one.name, one.type, one.unit, one.is_required, one.is_country) for one in TABLE.columns] == [
        ("code", "text", "", True, False),
        ("cca2", "text", "", False, True),
        ("kind", "text", "", True, False),
        ("size", "number", "km²", False, False),
        ("count", "integer", "", True, False),
        ("is_main", "boolean", "", True, False),
        ("others", "list", "", True, True),
        ("uses", "objects", "", True, False),
    ]
    assert TABLE.columns[-1].members == (
        Column("cca2", "text", "Country.", is_required=True, is_country=True),
        Column("since", "date", "First day."),
    )


def test_type_that_no_form_can_hold_is_refused_with_its_column() -> None:
    class Wrong(TypedDict):
        shape: Annotated[dict[str, Alpha2], column("Shape.")]

    with pytest.raises(TypeError, match="column 'shape'"):
        columns_of(Wrong)


def test_rows_of_a_country_are_those_that_name_it_anywhere() -> None:
    other = FIRST | {"code": "b", "cca2": None, "others": [], "uses": []}
    table = TableRows(TABLE, (FIRST, other))
    assert {code: [row["code"] for row in rows] for code, rows in table.by_country.items()} == {
        "DE": ["a"],
        "FR": ["a"],
        "IT": ["a"],
    }


@pytest.mark.parametrize("table", [one for one in TABLES if not one.make_rows], ids=lambda table: table.name)
def test_each_column_names_its_second_list(table: Table) -> None:
    """Without a second list, faults stay: subdivisions once had the English names of other places."""
    names = {one.name for one in table.columns} - {*table.key}
    names |= {f"{one.name}.{member.name}" for one in table.columns for member in one.members}
    assert table.compared_with.keys() == names
    assert all(table.compared_with.values())


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_declarations_are_complete(table: Table) -> None:
    assert (ROOT / f"builder/extensions/tables/models/{table.name.replace('-', '_')}.py").is_file()
    assert {*table.key} <= {one.name for one in table.columns}
    assert table.sentence.endswith(".")
    assert table.sources
    for one in (member for each in table.columns for member in (each, *each.members)):
        assert one.meaning.endswith("."), one.name
