"""Records are completed, validated and put into the form of answers."""

import json
from collections.abc import Callable
from typing import Any

import orjson

from builder.api.compiled_model import CompiledModel, compile_model
from builder.api.record import Country
from builder.stages.dataset.validation import country_fields, notice_fields
from tests.support.project import ROOT

COUNTRY = CompiledModel(compile_model(Country))
RecordEdit = Callable[[dict[str, Any]], None]


def answered(cca2: str, change: RecordEdit) -> Any:
    """Return a value of a shipped record after an edit."""
    stored = json.loads((ROOT / f"data/countries/{cca2}.json").read_text("utf-8"))
    change(stored)
    violations, *fields = fields_of(cca2, stored).split(b"\n")
    assert violations == b"[]"
    return json.loads(b"{%b}" % b",".join(fields))


def fields_of(cca2: str, stored: dict[str, Any]) -> bytes:
    """Return the violations and the fields of a record without holidays, or its problems."""
    return country_fields(COUNTRY, f"countries/{cca2}.json", stored, None, "https://f.example")


def figures(population: int | None, gdp: float | None, capital: int | None) -> RecordEdit:
    """Make an edit that sets population, GDP and the capital's population, and removes all other figures."""

    def change(value: dict[str, Any]) -> None:
        value |= {"population": population, "area": 300_000.0}
        value["capitalInfo"] = {"latlng": [52.5, 13.4]} | ({"population": capital} if capital else {})
        economics = {"gdp": gdp, "gdpYear": 2024} if gdp else {"gdp": None}
        value["enrichment"] = {"fetchedAt": "2026-01-01T00:00:00Z", "economics": economics}

    return change


def test_ratios_are_computed() -> None:
    value = answered("de", figures(80_000_000, 4e12, 4_000_000))["enrichment"]
    assert value["computed"] == {"populationDensity": 266.6667, "capitalPopulationShare": 0.05}


def test_ratio_without_a_divisor_is_null() -> None:
    value = answered("de", figures(None, 4e12, 4_000_000))["enrichment"]
    assert value["economics"] == {"gdp": 4_000_000_000_000, "gdpPerCapita": None, "gdpYear": 2024}
    assert "computed" not in value, "a group with nothing but nulls is left out"


def test_empty_enrichment_is_omitted() -> None:
    assert "enrichment" not in answered("de", figures(None, None, None))


def test_territory_without_inhabitants_has_no_ratio_by_population() -> None:
    def change(value: dict[str, Any]) -> None:
        value |= {"population": 0, "enrichment": {"fetchedAt": "2026-01-01T00:00:00Z"}}

    value = answered("bv", change)["enrichment"]
    assert value["computed"] == {"populationDensity": 0, "capitalPopulationShare": None}


def test_maps_depend_on_the_name_and_the_coordinates() -> None:
    value = answered("ax", lambda value: value.update(latlng=[60.116667, 19.9]))
    assert "%C3%85land%20Islands" in value["maps"]["googleMaps"]
    assert "60.116667" in value["maps"]["openStreetMaps"]
    assert all(url.isascii() for url in value["maps"].values())


def test_record_without_coordinates_has_no_maps() -> None:
    def change(value: dict[str, Any]) -> None:
        del value["latlng"]

    assert "maps" not in answered("ax", change)


def test_every_problem_of_a_record_is_listed() -> None:
    def change(value: dict[str, Any]) -> None:
        value |= {"area": "large", "colour": "red", "maps": {}}

    stored = json.loads((ROOT / "data/countries/de.json").read_text("utf-8"))
    change(stored)
    problems = orjson.loads(fields_of("de", stored))
    assert [(file, where) for file, where, _ in problems] == [
        ("countries/de.json", "maps"),
        ("countries/de.json", "area"),
        ("countries/de.json", "colour"),
    ]


def test_notice_has_the_order_of_the_model_or_a_list_of_problems() -> None:
    notice = json.loads((ROOT / "data/notice.json").read_text("utf-8"))
    turned = dict(reversed(notice.items()))
    assert notice_fields(turned) == notice_fields(notice)
    assert list(orjson.loads(notice_fields(notice))) != list(turned)
    assert [where for _, where, _ in orjson.loads(notice_fields({**notice, "colour": "red"}))] == ["colour"]
