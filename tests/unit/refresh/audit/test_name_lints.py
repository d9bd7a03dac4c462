"""Letters of another script, stray signs, ligatures and English words are found in names, and right names are not."""

import json
from functools import reduce
from typing import Any

import pytest

from refresh.audit.name_lints import suspect_names, suspect_words
from tests.support.cases import load_cases
from tests.support.project import ROOT, WORLD

CASES = load_cases("name_lints")

PLANTED = json.loads((ROOT / "tests/fixtures/names/planted-letters.json").read_text("utf-8"))
WORDS = json.loads((ROOT / "tests/fixtures/names/planted-words.json").read_text("utf-8"))


def translated(language: str, name: str) -> Any:
    """Make a record with a name in a language."""
    english = {"official": "Aland", "common": "Aland"}
    return {"cca2": "AA", "name": english, "translations": {language: {"official": name, "common": name}}}


@pytest.mark.parametrize(("language", "name", "message"), CASES["suspect"])
def test_suspect_name_is_found(language: str, name: str, message: str) -> None:
    assert ("translations." + language, message) in list(suspect_names(translated(language, name)))


@pytest.mark.parametrize(("language", "name"), CASES["usual"])
def test_usual_name_is_not_suspect(language: str, name: str) -> None:
    assert list(suspect_names(translated(language, name))) == []


@pytest.mark.parametrize("kind", PLANTED)
def test_ten_planted_faults_of_each_kind_are_found(kind: str) -> None:
    missed = []
    for country, field, value in PLANTED[kind]:
        record = json.loads((WORLD / f"countries/{country.lower()}.json").read_text("utf-8"))
        assert list(suspect_names(record)) == []
        *way, last = field.split(".")
        reduce(lambda inner, key: inner.setdefault(key, {}), way, record)[last] = value
        if field.rpartition(".")[0] not in dict(suspect_names(record)):
            missed.append((country, field, value))
    assert missed == []
    assert len(PLANTED[kind]) >= 10


def test_letters_of_a_language_that_is_not_listed_are_of_one_script() -> None:
    record: Any = {"cca2": "IN", "name": {"native": {"kan": {"official": "ಭಾರತ", "common": "ಭಾರತ"}}}}
    assert list(suspect_names(record)) == []
    record["name"]["native"]["kan"]["common"] = "ಭಾರತ India"
    (found,) = suspect_names(record)
    assert found == ("name.native.kan", "mixes letters of KANNADA, LATIN")


def _with_word(field: str, value: Any) -> Any:
    if field.startswith("demonyms"):
        return {"demonyms": {field.partition(".")[2]: {"m": value[0], "f": value[1]}}}
    return {field: ["Aville", value]}


@pytest.mark.parametrize(("field", "value", "message"), WORDS["faults"])
def test_planted_fault_in_capitals_spellings_and_demonyms_is_found(field: str, value: Any, message: str) -> None:
    assert message in [found for path, found in suspect_words(_with_word(field, value)) if path.startswith(field)]


@pytest.mark.parametrize(("field", "value"), WORDS["right"])
def test_right_capital_spelling_or_demonym_is_not_suspected(field: str, value: Any) -> None:
    assert list(suspect_words(_with_word(field, value))) == []
