"""What the search finds of countries, groups and figures."""

import json
from pathlib import Path


def test_search_index_has_the_codes_of_a_record_and_what_its_page_says_first(site: Path) -> None:
    index = json.loads((site / "public/docs/assets/search.json").read_text("utf-8"))
    name, cca2, cca3, dialled, glance = next(entry for entry in index["countries"] if entry[1] == "DE")
    assert (name, cca2, cca3, dialled) == ("Germany", "DE", "DEU", ["+49"])
    assert glance["capital"] == "Berlin"


def test_search_index_has_currencies_languages_and_metrics(site: Path) -> None:
    index = json.loads((site / "public/docs/assets/search.json").read_text("utf-8"))
    addresses = {part[0]: part[2] for part in index["parts"]}
    assert addresses["Euro (EUR)"] == "currencies/eur.html"
    assert addresses["German (deu)"] == "languages/deu.html"
    assert addresses["Western Europe"] == "subregions/western-europe.html"
    assert addresses["Population, all countries ranked"] == "figures/population.html"


def test_tables_are_parts_of_the_pages_of_countries(site: Path) -> None:
    index = json.loads((site / "public/docs/assets/search.json").read_text("utf-8"))
    aspects = {anchor: (title, words) for title, anchor, words in index["aspects"]}
    title, words = aspects["table-conventions"]
    assert title == "Conventions"
    assert "postal code expression" in words
    assert "table-calling-codes" in aspects
    # Few countries have rows of it.
    assert "table-former-codes" not in aspects
