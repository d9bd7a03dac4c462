"""The record model, compared with section 2 of the specification."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from builder.api.json_schemas import Schema
from builder.api.record_model import Country
from tests.support.cases import load_cases
from tests.support.values import INTERFACE

CASES = load_cases("record_model")

# Required fields have an asterisk, nullable fields a question mark.
SPECIFIED = CASES["specified"]


@pytest.mark.parametrize("name", SPECIFIED)
def test_object_has_the_fields_of_the_specification_in_order(name: str) -> None:
    schema = INTERFACE.schemas[name]
    words = SPECIFIED[name].split()
    expected = [word.rstrip("*?") for word in words]
    # Further fields can be between those of the specification.
    assert [name for name in schema["properties"] if name in expected] == expected
    assert set(schema.get("required", [])) >= {word.rstrip("*?") for word in words if "*" in word}


def variants(schema: Schema) -> list[Schema]:
    """List the alternatives of a schema."""
    listed: list[Schema] = schema.get("anyOf", [schema])
    return listed


@pytest.mark.parametrize("name", SPECIFIED)
def test_only_nullable_fields_accept_null(name: str) -> None:
    properties = INTERFACE.schemas[name]["properties"]
    for word in SPECIFIED[name].split():
        nullable = any(variant.get("type") == "null" for variant in variants(properties[word.rstrip("*?")]))
        assert nullable is word.endswith("?"), word


@pytest.mark.parametrize(("name", "field", "expected"), CASES["formats"])
def test_field_has_its_format(name: str, field: str, expected: str) -> None:
    assert expected in [variant.get("format") for variant in variants(INTERFACE.schemas[name]["properties"][field])]


def test_every_object_and_field_is_described() -> None:
    for name, schema in INTERFACE.schemas.items():
        assert schema.get("description"), name
        fields = schema["properties"].items()
        assert [field for field, facts in fields if not facts.keys() & {"description", "$ref"}] == [], name


@pytest.mark.parametrize(("field", "value"), CASES["refused"])
def test_value_with_another_shape_is_rejected(field: str, value: Any) -> None:
    validated(MINIMAL)
    with pytest.raises(ValidationError) as refused:
        validated(MINIMAL | {field: value})
    assert {error["loc"][0] for error in refused.value.errors()} == {field}


def validated(value: Any) -> Any:
    """Validate a record as a build does."""
    return TypeAdapter(Country).validate_python(value, strict=True, extra="forbid")


MINIMAL: dict[str, Any] = {
    "flags": {"alt": "A flag.", "png": "https://a.example/a.png", "svg": "https://a.example/a.svg"},
    "population": None,
    "cca3": "AAA",
    "cca2": "AA",
    "name": {"official": "B", "common": "A"},
}


def test_form_of_answers_has_the_order_of_the_model_and_no_unknown_optional_field() -> None:
    assert json.dumps(validated(MINIMAL)) == (
        '{"name": {"common": "A", "official": "B"}, "cca2": "AA", "cca3": "AAA", "population": null, '
        '"flags": {"svg": "https://a.example/a.svg", "png": "https://a.example/a.png", "alt": "A flag."}}'
    )


def test_keys_of_maps_keep_their_order_and_objects_in_maps_have_the_order_of_the_model() -> None:
    currencies = {"ZZZ": {"symbol": "z", "name": "Z"}, "AAA": {"name": "A"}}
    value = validated(MINIMAL | {"currencies": currencies})["currencies"]
    assert json.dumps(value) == '{"ZZZ": {"name": "Z", "symbol": "z"}, "AAA": {"name": "A"}}'


def test_nullable_fields_of_present_objects_are_null_when_unknown() -> None:
    enrichment = {"economics": {"gdp": 1.5}, "fetchedAt": "2026-01-01T00:00:00Z"}
    assert validated(MINIMAL | {"enrichment": enrichment})["enrichment"] == {
        "fetchedAt": "2026-01-01T00:00:00Z",
        "economics": {"gdp": 1.5, "gdpPerCapita": None, "gdpYear": None},
        "company": None,
    }
