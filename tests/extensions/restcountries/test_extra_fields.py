"""The additional fields of the ``/v3.1`` records: from tables, the provenance and a file of spellings."""

import json
from pathlib import Path
from typing import Any

import pytest

from builder.extensions.restcountries.extra_fields import data_module, fields_of_tables, load_extras
from builder.extensions.tables.models import calling_codes, conventions
from builder.extensions.tables.table import Table, TableRows
from builder.inputs.errors import InputError
from builder.javascript.context import JavaScriptContext
from tests.support.cases import load_cases
from tests.support.values import dataset


def rows(table: Table, *rows: dict[str, Any]) -> TableRows:
    return TableRows(table, [dict.fromkeys(column.name for column in table.columns) | row for row in rows])


CASES = load_cases("extra_fields")
CALLING = rows(calling_codes.TABLE, *CASES["calling-codes"])
CONVENTIONS = rows(conventions.TABLE, *CASES["conventions"])


def test_rows_of_tables_become_fields_of_records() -> None:
    assert fields_of_tables([CALLING, CONVENTIONS]) == CASES["fields"]


def test_records_have_their_fields_in_dataset_order(tmp_path: Path) -> None:
    extras = load_extras([CALLING, CONVENTIONS], dataset(), {}, tmp_path)
    assert [[*extra] for extra in extras] == [
        ["idd"], ["idd", "car", "postalCode", "startOfWeek"], ["car", "postalCode", "startOfWeek"],
    ]  # fmt: skip


def test_year_of_a_gini_index_comes_from_the_provenance(tmp_path: Path) -> None:
    dates = {"world-bank": {"2019": ["AA"], "": ["CC"]}, "wikidata": {"2021-05-01": ["BB"]}}
    provenance: Any = {"enrichment.development.gini": {"sources": dates}}
    none = [rows(calling_codes.TABLE), rows(conventions.TABLE)]
    assert load_extras(none, dataset(), provenance, tmp_path) == ({"giniYear": 2019}, {"giniYear": 2021}, {})


def test_alternative_spellings_come_from_their_file(tmp_path: Path) -> None:
    none = [rows(calling_codes.TABLE), rows(conventions.TABLE)]
    file = tmp_path / "restcountries/alt-spellings.json"
    file.parent.mkdir()
    file.write_text('{"BB": ["Republic of B"]}', "utf-8")
    assert load_extras(none, dataset(), {}, tmp_path) == ({}, {"altSpellings": ["Republic of B"]}, {})
    file.write_text('{"BB": "Republic of B"}', "utf-8")
    with pytest.raises(InputError, match=r"alt-spellings\.json"):
        load_extras(none, dataset(), {}, tmp_path)


Data = tuple[str, list[dict[str, int]], dict[str, str]]
SOME: Data = ("strict", [{"giniYear": 2020}], {"record.js": ""})


def digest(data: Data) -> object:
    """Return the digest in the module for *data*, and check that the module contains the data."""
    engine = JavaScriptContext(data_module(*data), ["extensions/restcountries/edge/data.js"])
    read = json.loads(
        engine.evaluate("JSON.stringify(modules['extensions/restcountries/edge/data.js'].restcountriesData)")
    )
    assert (read["mode"], read["extras"]) == data[:2]
    return read["digest"]


@pytest.mark.parametrize(
    "other",
    [
        ("lenient", *SOME[1:]),
        ("strict", [{"giniYear": 2021}], SOME[2]),
        (*SOME[:2], {"record.js": "changed"}),
    ],
)
def test_digest_changes_with_the_data_and_with_the_code(other: Data) -> None:
    assert digest(SOME) == digest(SOME) != digest(other)
