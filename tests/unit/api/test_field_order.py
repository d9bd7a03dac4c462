"""Values in the form of answers."""

from typing import Annotated

import orjson
from pydantic import Field

from builder.api.field_order import ordered, shape_of
from builder.api.record import (
    Country,
    CountryName,
    Enrichment,
    EnrichmentDevelopment,
    Notice,
    ObjectModel,
    Translation,
)


def test_fields_have_the_order_of_the_model() -> None:
    value = {"population": 1, "cca3": "AAA", "cca2": "AA", "name": {"official": "B", "common": "A"}}
    assert orjson.dumps(ordered(shape_of(Country), value)) == (
        b'{"name":{"common":"A","official":"B"},"cca2":"AA","cca3":"AAA","population":1}'
    )


def test_maps_keep_their_own_order() -> None:
    currencies = {"ZZZ": {"symbol": "z", "name": "Z"}, "AAA": {"name": "A"}}
    assert orjson.dumps(ordered(shape_of(Country), {"currencies": currencies})) == (
        b'{"currencies":{"ZZZ":{"name":"Z","symbol":"z"},"AAA":{"name":"A"}}}'
    )


def test_only_nullable_fields_of_present_objects_become_null() -> None:
    value = {"fetchedAt": "2026-01-01T00:00:00Z", "economics": {"gdp": 1}}
    assert ordered(shape_of(Enrichment), value) == {
        "fetchedAt": "2026-01-01T00:00:00Z",
        "economics": {"gdp": 1, "gdpPerCapita": None, "gdpYear": None},
        "company": None,
    }


def test_present_null_is_kept() -> None:
    assert ordered(shape_of(Country), {"population": None}) == {"population": None}
    assert list(ordered(shape_of(Notice), {"title": None, "kind": "notice"}))[:2] == ["kind", "title"]


def test_whole_floats_become_integers() -> None:
    value = {"area": 12.0, "latlng": [51.0, 9.5], "enrichment": {"development": {"hdi": 1.0, "gini": 31.7}}}
    assert orjson.dumps(ordered(shape_of(Country), value)["area"]) == b"12"
    assert orjson.dumps(ordered(shape_of(Country), value)["latlng"]) == b"[51,9.5]"
    assert b'"hdi":1,' in orjson.dumps(ordered(shape_of(Country), value))


def test_whole_float_becomes_an_integer_in_ordered_fields() -> None:
    value = {"hdi": 1.0, "lifeExpectancy": 80.0, "gini": 30.0}
    assert list(value) == list(EnrichmentDevelopment.model_fields)
    assert orjson.dumps(ordered(shape_of(EnrichmentDevelopment), value)) == b'{"hdi":1,"lifeExpectancy":80,"gini":30}'


def test_order_applies_inside_annotated_unions() -> None:
    class Holder(ObjectModel):
        held: Annotated[CountryName, Field(description="A name.")] | None

    value = {"held": {"official": "B", "common": "A"}}
    assert orjson.dumps(ordered(shape_of(Holder), value)) == b'{"held":{"common":"A","official":"B"}}'


def test_value_in_answer_form_is_not_copied() -> None:
    value = {"official": "B", "common": "A"}
    assert ordered(shape_of(Translation), value) is value
    assert list(ordered(shape_of(Translation), {"common": "A", "official": "B"})) == ["official", "common"]


def test_order_applies_inside_lists() -> None:
    item = {"name": "New Year", "date": "2026-01-01", "localName": "Neujahr"}
    holidays = ordered(shape_of(Country), {"holidays": {"items": [item]}})["holidays"]
    assert list(holidays["items"][0]) == ["date", "localName", "name"]
