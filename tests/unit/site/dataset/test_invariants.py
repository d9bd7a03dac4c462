"""Each violation of the consistency of a dataset is named with its file, its place and what is allowed."""

import json
from typing import Any

import pytest

from builder.api.types import Dataset
from builder.project.config import Config
from builder.site.dataset.invariants import broken_in_record, broken_invariants
from builder.site.dataset.loading import load_dataset
from tests.support.project import ROOT, WORLD
from tests.support.values import put

CASES = json.loads((ROOT / "tests/fixtures/sources/invariants.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def world() -> Dataset:
    """Load the frozen dataset with all countries."""
    return load_dataset(WORLD, Config(), lambda names: names)


@pytest.fixture
def records(world: Dataset) -> dict[str, Any]:
    """Map the records from their file names."""
    return {f"countries/{record.cca2.lower()}.json": record.value for record in world.records}


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{case['edit'][0]} {case['edit'][1]} {n}" for n, case in enumerate(CASES)]
)
def test_violation_is_named(case: dict[str, Any], records: dict[str, Any], world: Dataset) -> None:
    edits = [case["edit"], *([case["and"]] if "and" in case else [])]
    for edit in edits:
        put(records, *edit)
    problems = broken_invariants(records, world.reference)
    for file in {f"countries/{code.lower()}.json" for code, *_ in edits}:
        problems += broken_in_record(file, records[file])
    messages = [str(problem) for problem in problems]
    for expected in case["says"]:
        assert any(expected in problem for problem in messages), messages
