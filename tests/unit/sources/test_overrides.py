"""A curated row changes what it says, and is refused when there is nothing left for it to change."""

import json
from pathlib import Path
from typing import Any

import pytest

from builder.problems import InputError
from builder.sources.overrides import apply, load_overrides
from builder.tables.field_paths import store, value_at
from tests.support.project import ROOT

CASES = json.loads((ROOT / "tests/fixtures/sources/overrides.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[json.dumps(case["row"]) for case in CASES])
def test_a_row_changes_what_it_names_or_is_stale(case: dict[str, Any], tmp_path: Path) -> None:
    row = {"country": "DE", "field": case["field"], "reason": "because", **case["row"]}
    (tmp_path / "rows.json").write_text(json.dumps([row]), "utf-8")
    record: dict[str, Any] = {"cca2": "DE"}
    if case["before"] is not None:
        store(record, case["field"], case["before"])
    problems = apply({"DE": record}, load_overrides(tmp_path))
    assert bool(problems) == case.get("stale", False)
    assert value_at(record, case["field"]) == (case["before"] if case.get("stale") else case["after"])


def test_every_malformed_row_is_listed(tmp_path: Path) -> None:
    rows = [
        {"country": "DE", "field": "area", "set": 1},
        {"country": "DE", "field": "area", "reason": "no action"},
        {"country": "DE", "field": "area", "set": 1, "add": [1], "reason": "two actions"},
        {"country": "DE", "field": "area", "set": 1, "reason": ""},
        {"country": "DE", "field": "area", "set": 1, "reason": "good"},
    ]
    (tmp_path / "rows.json").write_text(json.dumps(rows), "utf-8")
    with pytest.raises(InputError) as refusal:
        load_overrides(tmp_path)
    wanted = "must have country, field, reason and one of set, add, remove, rename"
    assert [str(problem) for problem in refusal.value.problems] == [f"rows.json: [{n}]: {wanted}" for n in range(4)]


@pytest.mark.parametrize(
    ("field", "touched"),
    [("currencies", True), ("currencies.ZAR", True), ("currencies.ZAR.symbol", True), ("currencies.ZA", False)],
)
def test_a_row_touches_the_fields_around_and_inside_it(field: str, touched: bool, tmp_path: Path) -> None:  # noqa: FBT001
    row = {"country": "ZW", "field": "currencies.ZAR", "set": {}, "reason": "because"}
    (tmp_path / "rows.json").write_text(json.dumps([row]), "utf-8")
    assert load_overrides(tmp_path)[0].touches(field) is touched
