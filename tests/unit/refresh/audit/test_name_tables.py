"""Each name in ``data/aliases/`` and ``data/names/`` must find the countries that it is listed for, and no others."""

from typing import Any

import pytest

from refresh.audit.name_tables import misleading_names
from tests.support.cases import load_cases
from tests.support.values import dataset, folding

CASES = load_cases("name_tables")


def problems_of_aliases(aliases: dict[str, Any]) -> list[str]:
    """Check tables of aliases for the three countries."""
    return [str(problem) for problem in misleading_names(dataset()._replace(aliases=aliases), folding())]


def problems_of_names(names: dict[str, Any]) -> list[str]:
    countries = dataset(*CASES["countries"].values())
    return [str(problem) for problem in misleading_names(countries._replace(names=names), folding())]


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
    assert problems_of_aliases(tables) == []


def test_alias_that_repeats_a_name_or_its_words_is_accepted() -> None:
    assert problems_of_aliases({"currencies": {"BBP": ["Beland pound", "BELAND", "bbp"]}}) == []


@pytest.mark.parametrize(("tables", "expected"), CASES["aliases"])
def test_alias_that_names_no_value_or_two_is_rejected(tables: dict[str, Any], expected: str) -> None:
    (problem,) = problems_of_aliases(tables)
    assert expected in problem


@pytest.mark.parametrize(("names", "message"), CASES["names"])
def test_name_that_misleads_is_refused(names: dict[str, Any], message: str) -> None:
    assert problems_of_names(names) == [f"names/{message}"]


def test_names_of_countries_may_be_those_of_two_or_of_none() -> None:
    names = {"countries": {"IT": ["Autriche"], "AT": ["Autriche"], "ZZ": ["Nowhere"]}, "capitals": {"IT": ["Roma"]}}
    assert problems_of_names(names) == []
