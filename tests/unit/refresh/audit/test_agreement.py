"""Every difference from another source needs an explanation of the two values, and every comparison finds faults."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from builder.api.field_types import value_at
from builder.inputs.errors import InputError
from refresh.audit.agreement import Agreement, agreement, compare_with_others, load_explanations, refuse_unexplained
from refresh.audit.corrected import by_word
from refresh.corrections import load_corrections
from refresh.field_paths import store
from refresh.refresh_types import Listed
from tests.support.cases import load_cases
from tests.support.project import ROOT
from tests.support.trees import write_files
from tests.support.values import incomplete

# Each fault: a file of ``data/``; the key of a row of this file, or null for the whole file; a path in the row or file,
# or null to remove the row; the wrong value at the path; and the differences that a comparison reports.
FAULTS = json.loads((ROOT / "tests/fixtures/sources/planted-faults.json").read_text("utf-8"))
# The language or the year in the name of a compared field.
_LANGUAGE_OR_YEAR = re.compile(r"(?<=^translations\.)\w{3}(?=\.)|(?<=^name\.native\.)\w+(?=\.)|(?<=^holidays\.)\d{4}")


def plant(data: Path, file: str, key: dict[str, Any] | None, path: str | None, value: Any) -> None:
    content = json.loads((data / f"{file}.json").read_text("utf-8"))
    target = content
    if key is not None:
        rows = content["rows" if "rows" in content else "items"]
        (target,) = (row for row in rows if key.items() <= row.items())
        if path is None:
            rows.remove(target)
    if path is not None:
        assert value_at(target, path) != value
        store(target, path, value)
    (data / f"{file}.json").write_text(json.dumps(content), "utf-8")


# In every run, tests/dataset compares the shipped dataset with its explanations.
@pytest.mark.soak
def test_every_comparison_finds_its_planted_faults(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    (tmp_path / ".cache").symlink_to(ROOT / ".cache")
    for file, key, path, value, _ in FAULTS:
        plant(tmp_path / "data", file, key, path, value)
    result = compare_with_others(tmp_path)
    found = {f"{one.field} of {one.country}" for one in result.differences if not one.explanation}
    expected = {difference for *_, differences in FAULTS for difference in differences}
    assert expected - found == set()
    tried = {_LANGUAGE_OR_YEAR.sub("*", difference.rpartition(" of ")[0]) for difference in expected}
    # No fault is planted for countries that only one side has.
    assert {_LANGUAGE_OR_YEAR.sub("*", field) for field in result.compared} - tried == {"cca2"}
    assert len(FAULTS) > 200
    with pytest.raises(InputError, match="capital of AU: Sydney here, Canberra there: NOT EXPLAINED"):
        refuse_unexplained(result)


def agreement_on_capitals(explanations: dict[str, Any], theirs: str = "Lyon") -> Agreement:
    """Compare the capital of France, which is Paris in the dataset and *theirs* in the other source."""
    compared = [("capital", "FR", "Paris", theirs, theirs == "Paris"), ("capital", "DE", "Berlin", "Berlin", True)]
    return agreement(compared, explanations, {})


def test_difference_is_reported_until_it_is_explained() -> None:
    result = agreement_on_capitals({})
    assert [str(found) for found in result.differences] == ["capital of FR: Paris here, Lyon there: NOT EXPLAINED"]
    assert (result.compared, result.stale) == ({"capital": 2}, ())
    explained = agreement_on_capitals({"capital": {"FR": {"ours": "Paris", "theirs": "Lyon", "why": "It is so."}}})
    assert [found.explanation for found in explained.differences] == ["It is so."]
    assert explained.stale == ()


@pytest.mark.parametrize("theirs", ["Lyon", "Paris"])
def test_explanation_of_other_values_explains_nothing_and_is_stale(theirs: str) -> None:
    result = agreement_on_capitals(
        {"capital": {"FR": {"ours": "Paris", "theirs": "Vichy", "why": "It moved."}}}, theirs=theirs
    )
    assert [found.explanation for found in result.differences] == [""] * (theirs == "Lyon")
    assert result.stale == ("capital of FR",)


def test_correction_explains_only_what_it_changed(tmp_path: Path) -> None:
    records = incomplete({"FR": {"translations": {"deu": {"official": "France"}}}})
    removed = {"holidays.items": [{"date": "2026-07-10", "name": "Matariki"}]}
    provenance = incomplete({"holidays": {"curated": {"NZ": {"removed": removed}}}})
    for title, row, (field, code, *values), explained_values, is_explained in load_cases("corrected"):
        (tmp_path / "rows.json").write_text(json.dumps([{**row, "reason": "It is so."}]), "utf-8")
        corrected = by_word(load_corrections(tmp_path), records, provenance)
        ours, theirs = (Listed(value) if isinstance(value, dict) else value for value in values)
        before = dict(zip(("ours", "theirs"), explained_values or ("before", "before"), strict=True))
        explanations = incomplete({field: {code: {**before, "why": "It was so."}}})
        result = agreement([(field, code, ours, theirs, False)], explanations, corrected)
        assert [found.explanation for found in result.differences] == ["It is so." * is_explained], title
        # What was explained before the correction is not stale.
        assert bool(result.stale) is not is_explained, title


def test_explanations_of_all_files_are_combined_and_a_malformed_one_is_named(tmp_path: Path) -> None:
    explanation = '{"ours": "1", "theirs": "2", "why": "So."}'
    a, b = "curated/agreement/a.json", "curated/agreement/b.json"
    write_files(tmp_path, {a: f'{{"area": {{"FR": {explanation}}}}}', b: f'{{"capital": {{"FR": {explanation}}}}}'})
    assert set(load_explanations(tmp_path)) == {"area", "capital"}
    write_files(tmp_path, {b: '{"capital": {"FR": "It moved."}}'})
    with pytest.raises(InputError, match=r"b\.json: capital\.FR"):
        load_explanations(tmp_path)
