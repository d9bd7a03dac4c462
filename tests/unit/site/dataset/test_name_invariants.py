from typing import Any

import pytest

from builder.site.dataset.name_invariants import broken_names
from tests.support.values import folding

RECORDS: dict[str, Any] = {
    "countries/it.json": {
        "cca2": "IT",
        "cca3": "ITA",
        "name": {"common": "Italy", "official": "Italian Republic"},
        "capital": ["Rome"],
        "translations": {"fra": {"common": "Italie", "official": "République italienne"}},
    },
    "countries/at.json": {
        "cca2": "AT",
        "cca3": "AUT",
        "name": {"common": "Austria", "official": "Republic of Austria"},
        "capital": ["Vienna"],
    },
    "countries/aq.json": {"cca2": "AQ", "cca3": "ATA", "name": {"common": "Antarctica", "official": "Antarctica"}},
}


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (
            {"cities": {}},
            "names/cities.json: is no table of names; the tables are countries, capitals, others, other-capitals",
        ),
        ({"countries": {"IT": ["Italia", "..."]}}, "names/countries.json: IT: ...: is empty after folding"),
        (
            {"capitals": {"IT": ["Rom\u0061\u0301"]}},
            "names/capitals.json: IT: Rom\u0061\u0301: is not in Unicode normalization form NFC",
        ),
        (
            {"capitals": {"IT": ["VIENNA"]}},
            "names/capitals.json: IT: VIENNA: also names a capital of AT; a name must name one",
        ),
        (
            {"capitals": {"AQ": ["McMurdo"]}},
            "names/capitals.json: AQ: McMurdo: is of no record with a capital; correct or remove it",
        ),
    ],
)
def test_a_name_that_misleads_is_refused(names: dict[str, Any], message: str) -> None:
    assert [str(problem) for problem in broken_names(RECORDS, names, folding())] == [message]


OTHERS: list[tuple[dict[str, Any], str]] = [
    ({"IT": ["Austria"]}, "IT: Austria: is already a name or code of AT; remove it"),
    ({"IT": ["at"]}, "IT: at: is already a name or code of AT; remove it"),
    ({"IT": ["Italie"]}, "IT: Italie: is already a name or code of IT; remove it"),
    ({"IT": ["Ausonia"], "AT": ["AUSONIA"]}, "AT: AUSONIA: is already a name or code of IT; remove it"),
]


@pytest.mark.parametrize(("others", "message"), OTHERS)
def test_another_name_that_a_country_has_already_is_refused(others: dict[str, Any], message: str) -> None:
    problems = broken_names(RECORDS, {"others": {"IT": ["Enotria"]} | others}, folding())
    assert [str(problem) for problem in problems] == [f"names/others.json: {message}"]


def test_two_capitals_with_the_same_other_name_are_both_refused() -> None:
    names = {"capitals": {"IT": ["Caput"], "AT": ["caput"]}}
    assert len([*broken_names(RECORDS, names, folding())]) == 2


def test_names_of_countries_may_be_those_of_two_or_of_none() -> None:
    names = {"countries": {"IT": ["Autriche"], "AT": ["Autriche"], "ZZ": ["Nowhere"]}, "capitals": {"IT": ["Roma"]}}
    assert [*broken_names(RECORDS, names, folding())] == []
