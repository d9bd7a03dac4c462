"""Formal names are compared with iso-codes, and their form of state with that of the English name."""

from typing import Any

import pytest

from refresh.audit.formal_names import is_same_name, with_english, with_iso_codes
from refresh.sources.iso_codes import IsoName
from tests.support.values import partial

WORDS = {
    "republic": {"eng": "republic", "slk": "republik"},
    "principality": {"eng": "principality", "slk": "kniežatstv"},
    "federal": {"eng": "federa", "slk": "feder"},
}


def record(official: str, slovak: str) -> dict[str, Any]:
    return {
        "name": {"common": "Kenya", "official": official, "native": {}},
        "translations": {"slk": {"common": "Keňa", "official": slovak}},
    }


@pytest.mark.parametrize(
    ("language", "ours", "theirs", "common"),
    [
        ("ita", "Repubblica italiana", "Repubblica Italiana", "Italia"),
        ("ita", "Principato di Andorra", "Principato d'Andorra", "Andorra"),
        ("nld", "Republiek van de Marshall-eilanden", "Republiek der Marshalleilanden", "Marshalleilanden"),
        ("fas", "جمهوری گابُن", "جمهوری گابن", "گابن"),
        ("ces", "Republika Kazachstán", "Kazachstánská republika", "Kazachstán"),
        ("swe", "Republiken Portugal", "Portugisiska republiken", "Portugal"),
    ],
)
def test_case_punctuation_articles_and_apposition_are_no_difference(
    language: str, ours: str, theirs: str, common: str
) -> None:
    assert is_same_name(language, ours, theirs, common)


@pytest.mark.parametrize(
    ("language", "ours", "theirs", "common"),
    [
        ("por", "República português", "República Portuguesa", "Portugal"),
        ("por", "República Portugal", "República Portuguesa", "Portugal"),
        ("ces", "Republika Rakousko", "Togská republika", "Rakousko"),
        ("ces", "Republika Togo", "Togské království", "Togo"),
        ("ces", "Republika Toga", "Togská republika", "Togo"),
        ("deu", "Republik Kenias", "Republik Kenia", "Kenia"),
    ],
)
def test_other_differences_are_found(language: str, ours: str, theirs: str, common: str) -> None:
    assert not is_same_name(language, ours, theirs, common)


@pytest.mark.parametrize(
    ("english", "formal", "compared"),
    [
        ("Republic of Kenya", "Kenská republika", True),
        ("Republic of  KENYA", "Kenská republika", True),
        ("Kingdom of Kenya", "Kenské kráľovstvo", False),
        ("Republic of Kenya", "Keňa", False),
        ("Republic of Kenya", "Kenya (short)", False),
    ],
)
def test_short_name_or_the_name_of_another_form_is_not_compared(english: str, formal: str, compared: bool) -> None:  # noqa: FBT001
    iso = {"slk": {"KE": IsoName(english, formal, frozenset({"Kenya (short)"}))}}
    records = {"KE": record("Republic of Kenya", "Kenskej republiky")}
    found = list(with_iso_codes(partial(records), iso, {"official": {}}))
    path = "translations.slk.official (iso-codes)"
    assert found == ([(path, "KE", "Kenskej republiky", formal, False)] if compared else [])


def test_languages_of_unterm_are_left_to_it() -> None:
    iso = {"slk": {"KE": IsoName("Republic of Kenya", "Kenská republika", frozenset())}}
    records = {"KE": record("Republic of Kenya", "Keňa")}
    assert list(with_iso_codes(partial(records), iso, {"official": {"KE": {"slk": "Keňa"}}})) == []


@pytest.mark.parametrize(
    ("english", "slovak", "agrees"),
    [
        ("Republic of Kenya", "Kenská republika", True),
        ("Republic of Kenya", "Kenské kniežatstvo", False),
        ("Republic of Kenya", "Keňa", False),
        ("State of Kenya", "Kenská republika", False),
        ("Union of Kenya", "Kenská federácia", True),
        ("Federal Republic of Kenya", "Kenská republika", False),
    ],
)
def test_form_of_state_is_that_of_the_english_name(english: str, slovak: str, agrees: bool) -> None:  # noqa: FBT001
    ((field, code, _, _, same),) = with_english(partial({"KE": record(english, slovak)}), WORDS)
    assert (field, code, same) == ("translations.slk.official (state form)", "KE", agrees)
