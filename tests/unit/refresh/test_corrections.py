"""Corrections change their field, and are rejected when they have no effect."""

import json
from pathlib import Path
from typing import Any

import pytest

from builder.api.field_types import value_at
from builder.extensions.tables.models.currencies import TABLE
from builder.inputs.errors import InputError, Problem
from refresh.corrections import ACTIONS, correct_records, correct_table, facts_in_use, load_corrections, removed_values
from refresh.field_paths import store
from refresh.refresh_types import Fact
from tests.support.cases import load_cases
from tests.support.project import ROOT
from tests.support.values import incomplete

CASES = load_cases("corrections")

CURATED = ROOT / "data" / "curated"


@pytest.fixture(scope="module")
def schema() -> Any:
    """Open the JSON Schema of a file of rows."""
    # Importing jsonschema takes a second, which a process without these tests need not spend.
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads((CURATED / "correction-rows.schema.json").read_text("utf-8")))


@pytest.mark.parametrize("case", CASES["changes"], ids=lambda case: json.dumps(case["row"]))
def test_row_changes_its_field_or_is_reported_as_obsolete(case: dict[str, Any], tmp_path: Path) -> None:
    row = {"country": "DE", "field": case["field"], "reason": "because", **case["row"]}
    (tmp_path / "rows.json").write_text(json.dumps([row]), "utf-8")
    record: dict[str, Any] = {"cca2": "DE"}
    if case["before"] is not None:
        store(record, case["field"], case["before"])
    problems = correct_records(incomplete({"DE": record}), load_corrections(tmp_path))
    assert bool(problems) == case.get("stale", False)
    assert value_at(record, case["field"]) == (case["before"] if case.get("stale") else case["after"])


def test_every_malformed_row_is_listed(tmp_path: Path, schema: Any) -> None:
    rows, places = CASES["malformed"]["rows"], CASES["malformed"]["places"]
    (tmp_path / "rows.json").write_text(json.dumps(rows), "utf-8")
    with pytest.raises(InputError) as refusal:
        load_corrections(tmp_path)
    actions = "must have one of set, copy, unset, add, remove, rename, without"
    messages = {problem.where: problem.message for problem in refusal.value.problems}
    assert [*messages] == places
    assert messages["0.reason"] == "is required but missing"
    assert messages["1"].endswith(actions)
    assert messages["2"].endswith(actions)
    assert messages["4.unset"] == "is false; input should be True"
    assert [schema.is_valid([row]) for row in rows] == [False] * len(places) + [True]


def test_faults_of_several_files_of_rows_are_listed_together(tmp_path: Path) -> None:
    (tmp_path / "area.json").write_text("{}", "utf-8")
    (tmp_path / "names.json").write_text("[", "utf-8")
    with pytest.raises(InputError) as refusal:
        load_corrections(tmp_path)
    assert [str(problem) for problem in refusal.value.problems] == [
        "area.json: is {}; input should be a valid array",
        "names.json: is not JSON: EOF while parsing a list at line 1 column 1",
    ]


@pytest.mark.parametrize(("field", "touched"), CASES["touched"])
def test_row_touches_its_field_and_the_fields_around_and_inside_it(field: str, touched: bool, tmp_path: Path) -> None:  # noqa: FBT001
    row = {"country": "ZW", "field": "currencies.ZAR", "set": {}, "reason": "because"}
    (tmp_path / "rows.json").write_text(json.dumps([row]), "utf-8")
    assert load_corrections(tmp_path)[0].touches(field) is touched


def test_schema_for_editors_allows_the_shipped_rows_and_has_every_action(schema: Any) -> None:
    for path in sorted((CURATED / "corrections").glob("*.json")):
        errors = [f"{path.name}: {error.message}" for error in schema.iter_errors(json.loads(path.read_text("utf-8")))]
        assert errors == []
    assert {required for choice in schema.schema["items"]["oneOf"] for required in choice["required"]} == set(ACTIONS)


def test_row_with_the_action_without_ignores_a_source(tmp_path: Path) -> None:
    row = {"country": "FR", "field": "population", "without": "bank", "reason": "It counts others."}
    (tmp_path / "rows.json").write_text(json.dumps([row, {**row, "country": "DE"}]), "utf-8")
    received = {"bank": {"FR": {"population": Fact(68), "area": Fact(5)}}, "wpp": {"FR": {"population": Fact(66)}}}
    left, problems = facts_in_use(received, load_corrections(tmp_path))
    assert left == {"bank": {"FR": {"area": Fact(5)}}, "wpp": {"FR": {"population": Fact(66)}}}
    assert [str(problem) for problem in problems] == [
        "rows.json: DE.population: bank has no value for this field; delete the row (It counts others.)"
    ]


@pytest.mark.parametrize(("field", "action", "values", "removed"), CASES["removed"])
def test_values_that_a_row_removes_are_recorded(
    tmp_path: Path, field: str, action: dict[str, Any], values: tuple[Any, Any], removed: dict[str, Any]
) -> None:
    (tmp_path / "rows.json").write_text(
        json.dumps([{"country": "DE", "field": field, "reason": "because", **action}]), "utf-8"
    )
    received = {"bank": {"DE": {"area": Fact(7)}}}
    before, after = ({"DE": {field: value}} for value in values)
    assert removed_values(received, incomplete(before), incomplete(after), load_corrections(tmp_path)) == {
        ("DE", field): removed
    }


@pytest.mark.parametrize(("row", "problem"), CASES["unknown"])
def test_word_that_a_table_does_not_have_is_named(tmp_path: Path, row: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        corrected(tmp_path, {"set": "Euro", **row})


def corrected(folder: Path, row: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """Correct a table of one currency; return its columns that are not null, by code, and the problems."""
    whole = {"table": "currencies", "key": {"code": "EUR"}, "reason": "because", **row}
    (folder / "rows.json").write_text(json.dumps([whole]), "utf-8")
    problems: list[Problem] = []
    euro = {"code": "EUR", "number": None, "digits": 2, "countries": [{"cca2": "DE", "since": "1999-01-01"}]}
    rows = correct_table(TABLE, [euro], load_corrections(folder), problems)
    return {row.pop("code"): row for row in rows}, problems


@pytest.mark.parametrize(("row", "code", "column", "value"), CASES["tables"])
def test_row_corrects_a_table(tmp_path: Path, row: dict[str, Any], code: str, column: str, value: object) -> None:
    rows, problems = corrected(tmp_path, row)
    assert problems == []
    assert value_at(rows.get(code, {}), column) == value


@pytest.mark.parametrize(("row", "problem"), CASES["obsolete"])
def test_row_of_a_table_without_effect_is_named(tmp_path: Path, row: dict[str, Any], problem: str) -> None:
    _, problems = corrected(tmp_path, row)
    assert [*map(str, problems)] == [f"rows.json: currencies.{problem}"]
