"""Aliases: each names exactly one value of the records."""

from typing import Any

import pytest

from builder.site.dataset.alias_invariants import broken_aliases
from tests.support.values import LANGUAGES, VALUES, folding

REFERENCE: Any = {"languages": LANGUAGES}
RECORDS: Any = {f"countries/{value['cca2'].lower()}.json": value for value in VALUES}


def refused(aliases: dict[str, Any]) -> list[str]:
    """Check tables of names for the three countries."""
    return [str(problem) for problem in broken_aliases(RECORDS, REFERENCE, aliases, folding())]


def test_aliases_of_values_of_records_are_accepted() -> None:
    tables = {
        "regions": {"East": ["Orient"]},
        "subregions": {"Near East": ["Levant"]},
        "continents": {"East": ["The East"]},
        "bibliographic-codes": {"aaa": ["aai"]},
        "languages": {"bbb": ["B-ish"]},
        "currencies": {"BBP": ["pounds"]},
        "currency-numbers": {"BBP": ["999"]},
    }
    assert refused(tables) == []


def test_alias_that_repeats_a_name_or_its_words_is_accepted() -> None:
    assert refused({"currencies": {"BBP": ["Beland pound", "BELAND", "bbp"]}}) == []


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        ({"regions": {"North": ["Septentrion"]}}, "aliases/regions.json: North: is not the region of any record"),
        ({"languages": {"ccc": ["Cish"]}}, "aliases/languages.json: ccc: is not the language of any record"),
        ({"currencies": {"AAD": ["dollar"]}}, "aliases/currencies.json: AAD: dollar: already names BBD"),
        ({"currencies": {"AAD": ["bbp"]}}, "aliases/currencies.json: AAD: bbp: already names BBP"),
        ({"languages": {"aaa": ["BISH"]}}, "aliases/languages.json: aaa: BISH: already names bbb"),
        ({"languages": {"aaa": ["Xish"], "bbb": ["x ish"]}}, "aliases/languages.json: bbb: x ish: already names aaa"),
        ({"languages": {"aaa": ["."]}}, "aliases/languages.json: aaa: .: is empty after folding"),
        ({"languages": {"aaa": ["e\u0301"]}}, "NFC"),
        ({"languages": {"aaa": []}}, "aliases/languages.json: aaa: must be a non-empty list"),
        ({"languages": {"aaa": [7]}}, "aliases/languages.json: aaa: must be a non-empty list"),
        ({"rivers": {}}, "aliases/rivers.json: is not an alias table; the tables are bibliographic-codes,"),
    ],
)
def test_alias_that_names_no_value_or_two_is_rejected(tables: dict[str, Any], expected: str) -> None:
    (problem,) = refused(tables)
    assert expected in problem


def test_code_of_one_table_cannot_be_a_name_in_another_of_the_same_index() -> None:
    tables = {"bibliographic-codes": {"aaa": ["xxx"]}, "languages": {"bbb": ["XXX"]}}
    assert refused(tables) == ["aliases/languages.json: bbb: XXX: already names aaa; an alias must name one value"]
