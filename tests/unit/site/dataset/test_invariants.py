"""The shipped records are consistent; each violation is named with file, place and what is allowed."""

import json
import re
from copy import deepcopy
from typing import Any

import pytest

from builder.api.types import Dataset
from builder.project.config import Config
from builder.site.dataset.invariants import broken_in_record, broken_invariants
from builder.site.dataset.loading import load_dataset
from tests.support.project import ROOT, WORLD

CASES = json.loads((ROOT / "tests/fixtures/sources/invariants.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def shipped() -> Dataset:
    """Load the shipped dataset."""
    return load_dataset(WORLD, Config(), lambda names: names)


@pytest.fixture
def records(shipped: Dataset) -> dict[str, Any]:
    """List the shipped records by file name."""
    return {f"countries/{record.cca2.lower()}.json": record.value for record in shipped.records}


def put(records: dict[str, Any], code: str, path: str, value: Any) -> None:
    """Replace a record by an edited copy."""
    file = f"countries/{code.lower()}.json"
    inner = records[file] = deepcopy(records[file])
    *way, last = path.split(".")
    for key in way:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    if isinstance(inner, list):
        inner[int(last)] = value
    else:
        inner[last] = value


def test_shipped_dataset_has_no_violation(records: dict[str, Any], shipped: Dataset) -> None:
    assert broken_invariants(records, shipped.reference) == []


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{case['edit'][0]} {case['edit'][1]} {n}" for n, case in enumerate(CASES)]
)
def test_violation_is_named(case: dict[str, Any], records: dict[str, Any], shipped: Dataset) -> None:
    edits = [case["edit"], *([case["and"]] if "and" in case else [])]
    for edit in edits:
        put(records, *edit)
    reference: Any = {**shipped.reference}
    if "outline" not in " ".join(case["says"]):
        # To decode all outlines takes nine tenths of the time of a case, and the shapes of disputed places a half.
        del reference["outside-outline"]
        if not re.search("disputed|land", " ".join(case["says"])) and {edit[0] for edit in edits} == {"DE"}:
            del reference["outlines"]
    problems = broken_invariants(records, reference)
    for file in {f"countries/{code.lower()}.json" for code, *_ in edits}:
        problems += broken_in_record(file, records[file])
    said = [str(problem) for problem in problems]
    for expected in case["says"]:
        assert any(expected in problem for problem in said), said


def test_every_violation_is_listed(records: dict[str, Any], shipped: Dataset) -> None:
    for code in ("AT", "DE", "FR"):
        put(records, code, "region", "Atlantis")
    assert len(broken_invariants(records, shipped.reference)) == 3


def test_reason_for_a_point_that_is_inside_by_now_is_named(records: dict[str, Any], shipped: Dataset) -> None:
    point = records["countries/de.json"]["latlng"]
    allowed = shipped.reference["outside-outline"]
    reference: Any = {
        **shipped.reference,
        "outside-outline": {**allowed, "latlng": {"DE": {"point": point, "why": "Sea."}}},
    }
    said = [str(problem) for problem in broken_invariants(records, reference)]
    assert any("de.json: latlng" in problem and "by now; remove it" in problem for problem in said), said
