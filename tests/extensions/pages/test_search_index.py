"""The index of the search: countries with their facts, groups, metrics and parts of pages."""

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def index(site: Path) -> dict[str, Any]:
    """Read the index of the whole site."""
    return dict(json.loads((site / "public/docs/assets/search.json").read_text("utf-8")))


def test_country_has_its_codes_former_names_and_facts(index: dict[str, Any]) -> None:
    countries = {entry[1]: entry for entry in index["countries"]}
    name, cca2, cca3, ccn3, dialled, former, region, facts = countries["DE"]
    assert (name, cca2, cca3, ccn3, dialled, former) == ("Germany", "DE", "DEU", "276", ["+49"], [])
    assert (region, facts["capital"], facts["driving-side"]) == ("Europe", "Berlin", "right")
    assert facts["holidays"].endswith("days from 2026 to 2027")
    # One from the table of former codes, one whose code stayed.
    assert [countries[code][5][0][0] for code in ("MM", "SZ")] == ["Burma", "Swaziland"]


def test_currencies_languages_and_metrics_are_found_by_other_names(index: dict[str, Any]) -> None:
    parts = {part[0]: part for part in index["parts"]}
    assert parts["Euro (EUR)"][2] == "currencies/eur.html"
    assert "EUR" in parts["Euro (EUR)"][4]
    assert "Scandinavia" in parts["Northern Europe"][4]
    metric = parts["Population by country"]
    assert metric[2] == "figures/population.html"
    assert metric[3].startswith("Highest: ")


def test_tables_are_parts_of_the_pages_of_countries(index: dict[str, Any]) -> None:
    facts = {anchor: (title, words) for title, anchor, words in index["facts"]}
    assert "postal code expression" in facts["table-conventions"][1]
    assert facts["paper"][0] == "Paper"
    assert "table-calling-codes" in facts
    # Few countries have rows of it.
    assert "table-former-codes" not in facts


def test_lists_of_all_countries_are_not_searched(index: dict[str, Any]) -> None:
    names = [entry[0] for entry in index["countries"]]
    lists = [part[:3] for part in index["parts"] if sum(name in part[3] for name in names) > 30]
    assert lists == []
