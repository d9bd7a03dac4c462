"""Facts that look wrong are named with the file, the place and what is plausible."""

import json
import re
from typing import Any

import pytest

from builder.api.types import Dataset
from builder.extensions.tables.loading import LoadedTables, load_tables
from builder.project.config import Config
from builder.site.dataset.loading import load_dataset
from refresh.audit.fact_lists import read_fact_lists
from refresh.audit.facts import doubtful_facts
from tests.support.project import ROOT
from tests.support.values import put

CASES = json.loads((ROOT / "tests/fixtures/sources/doubtful-facts.json").read_text("utf-8"))
LISTS = read_fact_lists(ROOT / "data")


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    """Load the shipped dataset."""
    return load_dataset(ROOT / "data", Config(), lambda names: names)


@pytest.fixture(scope="module")
def shipped(dataset: Dataset) -> LoadedTables:
    """Load the shipped tables."""
    return load_tables(ROOT / "data", dataset)


@pytest.fixture
def records(dataset: Dataset) -> dict[str, Any]:
    """List the shipped records by file name."""
    return {f"countries/{record.cca2.lower()}.json": record.value for record in dataset.records}


def doubts_of(records: dict[str, Any], tables: LoadedTables, *, whole: bool = True, **lists: Any) -> list[str]:
    """Return the messages about *records*; *whole* says that no country is missing."""
    every: Any = {**LISTS, **{name.replace("_", "-"): value for name, value in lists.items()}}
    return [str(problem) for problem in doubtful_facts(records, every, tables, whole=whole)]


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{case['edit'][0]} {case['edit'][1]} {n}" for n, case in enumerate(CASES)]
)
def test_doubtful_fact_is_named(case: dict[str, Any], records: dict[str, Any], shipped: LoadedTables) -> None:
    put(records, *case["edit"])
    expected = " ".join(case["says"])
    if not re.search("countries: |of .* is|land.json", expected):
        # The expected messages depend on this record only, and judging one record is faster than judging all.
        records = {file: record for file, record in records.items() if record["cca2"] == case["edit"][0]}
    found = doubts_of(records, shipped)
    for message in case["says"]:
        assert any(message in problem for problem in found), found


def test_number_of_members_of_the_un_is_judged_only_in_a_whole_dataset(
    records: dict[str, Any], shipped: LoadedTables
) -> None:
    part = {file: record for file, record in records.items() if record["cca2"] in ("DE", "FR", "VA")}
    assert doubts_of(part, shipped, whole=False) == []
    assert doubts_of(part, shipped) == ["countries: unMember: is true 2 times; the United Nations has 193 members"]


def test_exception_for_a_point_that_is_inside_is_named(records: dict[str, Any], shipped: LoadedTables) -> None:
    germany = {"countries/de.json": records["countries/de.json"]}
    point = germany["countries/de.json"]["latlng"]
    allowed = {**LISTS["outside-outline"], "latlng": {"DE": {"point": point, "why": "Sea."}}}
    (found,) = doubts_of(germany, shipped, whole=False, outside_outline=allowed)
    assert found.startswith("countries/de.json: latlng: ")
    assert "by now; remove it" in found


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("translations.deu", {"official": "Deutschlаnd", "common": "Deutschland"}, "mixes letters of CYRILLIC, LATIN"),
        ("capital.0", "berlin", "begins with a small letter"),
    ],
)
def test_suspect_names_are_named_too(
    path: str, value: Any, message: str, records: dict[str, Any], shipped: LoadedTables
) -> None:
    germany = {"countries/de.json": records["countries/de.json"]}
    put(germany, "DE", path, value)
    assert f"countries/de.json: {path}: {message}" in doubts_of(germany, shipped, whole=False)
