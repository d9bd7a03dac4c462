"""Coordinates and populations of capitals."""

from typing import Any

from builder.refresh.sources.geonames import capitals_among


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
    facts = capitals_among([city("Aville", "AA", 10), city("Aville", "AA", 30)], {"AA": {"capital": ["Aville"]}})
    assert facts["AA"]["capitalInfo.population"].value == 30
    assert facts["AA"]["capitalInfo.latlng"].value == [1.2346, 2.0]


def test_main_name_is_preferred_to_an_alternative_name() -> None:
    cities = [city("Canton", "AA", 90, "Aville"), city("Aville", "AA", 10)]
    assert capitals_among(cities, {"AA": {"capital": ["Aville"]}})["AA"]["capitalInfo.population"].value == 10


def test_alternative_name_is_folded_and_a_city_without_inhabitants_has_no_population() -> None:
    facts = capitals_among([city("Other", "AA", 0, "À-Ville")], {"AA": {"capital": ["a ville"]}})
    assert facts["AA"].keys() == {"capitalInfo.latlng"}
