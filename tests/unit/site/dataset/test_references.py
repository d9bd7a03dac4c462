"""Countries and sources that files other than records name."""

from typing import Any

import pytest

from builder.api.types import JsonObject
from builder.site.dataset.references import broken_references
from tests.support.cases import load_cases

CASES = load_cases("references")

CODES = ("DE", "FR")
SOURCES: JsonObject = {"sources": [{"id": "one"}, {"id": "two"}], "tables": [{"id": "three"}]}


def found(**files: Any) -> list[str]:
    """Return the problems of *files*. In their names, two underscores are a slash, and one is a hyphen."""
    by_path = {name.replace("__", "/").replace("_", "-") + ".json": value for name, value in files.items()}
    return [str(problem) for problem in broken_references(by_path, CODES)]


def test_files_that_name_existing_countries_and_sources_are_sound() -> None:
    former = {"AIDJ": ["FR"], "Old": ["DE", "FR"]}
    assert found(reference__former=former, licences={"notices": [{"source": "three"}]}, sources=SOURCES) == []


@pytest.mark.parametrize(("file", "value", "problem"), CASES["unknown"])
def test_missing_country_or_source_is_named(file: str, value: Any, problem: str) -> None:
    [message] = found(**{file: value, "sources": SOURCES})
    assert problem in message


def test_change_of_a_country_that_another_change_removed_is_sound() -> None:
    rows = [{"cca2": "AN", "field": "area", "new": 5}, {"cca2": "AN", "field": "cca2", "old": "AN", "new": None}]
    assert found(changes__2026_01_02={"date": "2026-01-02", "changes": rows}) == []


def test_id_of_two_sources_is_named() -> None:
    assert found(sources={**SOURCES, "tables": [{"id": "one"}]}) == ["sources.json: one: is the id of two sources"]
