"""Names that only a search reads: each leads to one value of the records."""

from typing import Any

import pytest

from builder.site.dataset.name_tables import misleading_names
from tests.support.values import LANGUAGES, VALUES, folding

REFERENCE: Any = {"languages": LANGUAGES}
RECORDS: Any = {f"countries/{value['cca2'].lower()}.json": value for value in VALUES}
COUNTRIES: dict[str, Any] = {
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


def of_aliases(aliases: dict[str, Any]) -> list[str]:
    """Check tables of aliases for the three countries."""
    return [str(problem) for problem in misleading_names(RECORDS, REFERENCE, aliases, {}, folding())]


def of_names(names: dict[str, Any]) -> list[str]:
    return [str(problem) for problem in misleading_names(COUNTRIES, REFERENCE, {}, names, folding())]


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
    assert of_aliases(tables) == []


def test_alias_that_repeats_a_name_or_its_words_is_accepted() -> None:
    assert of_aliases({"currencies": {"BBP": ["Beland pound", "BELAND", "bbp"]}}) == []


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        ({"regions": {"North": ["Septentrion"]}}, "aliases/regions.json: North: is no region of any record"),
        ({"languages": {"ccc": ["Cish"]}}, "aliases/languages.json: ccc: is no language of any record"),
        ({"currencies": {"AAD": ["dollar"]}}, "aliases/currencies.json: AAD: dollar: already names BBD"),
        ({"currencies": {"AAD": ["bbp"]}}, "aliases/currencies.json: AAD: bbp: already names BBP"),
        ({"languages": {"aaa": ["BISH"]}}, "aliases/languages.json: aaa: BISH: already names bbb"),
        ({"languages": {"aaa": ["Xish"], "bbb": ["x ish"]}}, "aliases/languages.json: bbb: x ish: already names aaa"),
        ({"languages": {"aaa": ["."]}}, "aliases/languages.json: aaa: .: is empty after folding"),
        (
            {"bibliographic-codes": {"aaa": ["xxx"]}, "languages": {"bbb": ["XXX"]}},
            "aliases/languages.json: bbb: XXX: already names aaa; a name must name one",
        ),
    ],
)
def test_alias_that_names_no_value_or_two_is_rejected(tables: dict[str, Any], expected: str) -> None:
    (problem,) = of_aliases(tables)
    assert expected in problem


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"countries": {"IT": ["Italia", "..."]}}, "countries.json: IT: ...: is empty after folding"),
        ({"capitals": {"IT": ["VIENNA"]}}, "capitals.json: IT: VIENNA: already names AT; a name must name one"),
        (
            {"capitals": {"IT": ["Caput"]}, "other-capitals": {"AT": ["caput"]}},
            "other-capitals.json: AT: caput: already names IT; a name must name one",
        ),
        (
            {"capitals": {"AQ": ["McMurdo"]}},
            "capitals.json: AQ: is no code of a country with a capital; correct or remove it",
        ),
    ],
)
def test_name_that_misleads_is_refused(names: dict[str, Any], message: str) -> None:
    assert of_names(names) == [f"names/{message}"]


def test_names_of_countries_may_be_those_of_two_or_of_none() -> None:
    names = {"countries": {"IT": ["Autriche"], "AT": ["Autriche"], "ZZ": ["Nowhere"]}, "capitals": {"IT": ["Roma"]}}
    assert of_names(names) == []
