"""A compiled model refuses and orders what the class does."""

import json
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, ValidationError

from builder.api.compiled_model import CompiledModel, compile_model
from builder.api.record import ANSWERS, Country, CountryName, ObjectModel
from tests.support.project import ROOT

GERMANY = json.loads((ROOT / "data/countries/de.json").read_text("utf-8"))
URLS = {"svg": "https://f.example/de.svg", "png": "https://f.example/de.png"}
VALID = {**GERMANY, "flags": GERMANY["flags"] | URLS}
EDITS: list[dict[str, Any]] = [
    {},
    {"population": "many", "colour": "red", "area": 1e20},
    {"name": []},
    {"name": {"common": " Germany"}},
    {"capitalInfo": {"latlng": [1, "2", 3]}},
    {"languages": {"de": "German", "deu": ""}},
    {"population": None, "capitalInfo": None},
    {"enrichment": {"development": {"hdi": 1e-9}, "company": {"kbId": "Q0"}}},
    {"kbId": 5, "flags": "none", "latlng": [51], "cca2": "de"},
]


def refusals(validate: Callable[[Any], object], value: Any) -> list[Any]:
    """List what *validate* refuses in *value*: the place, the kind and the message of each problem."""
    try:
        validate(value)
    except ValidationError as error:
        return [(item["loc"], item["type"], item["msg"]) for item in error.errors()]
    return []


@pytest.mark.parametrize("edit", EDITS, ids=[", ".join(edit) or "none" for edit in EDITS])
def test_problems_are_those_of_the_class(edit: dict[str, Any]) -> None:
    value = {**VALID, **edit}
    found = refusals(CompiledModel(compile_model(Country)).validate, value)
    assert found == refusals(Country.model_validate, value)
    assert bool(found) == bool(edit)


@pytest.mark.parametrize("model", ANSWERS, ids=lambda model: str(model.__name__))
def test_every_answer_can_be_compiled(model: type[ObjectModel]) -> None:
    assert CompiledModel(compile_model(model)).shape.fields == tuple(model.model_fields)


def test_model_that_is_used_twice_is_known_in_both_places() -> None:
    class Pair(ObjectModel):
        one: CountryName
        other: list[CountryName]

    compiled = CompiledModel(compile_model(Pair))
    value = {"one": {"common": "A", "official": "B"}, "other": [{"common": "A"}]}
    assert refusals(compiled.validate, value) == refusals(Pair.model_validate, value) != []
    assert [part.shape and part.shape.fields for part in compiled.shape.parts.values()] == [
        tuple(CountryName.model_fields)
    ] * 2


def test_check_of_another_module_is_named() -> None:
    def even(number: int) -> int:
        return number

    class Numbered(ObjectModel):
        number: Annotated[int, AfterValidator(even)]

    with pytest.raises(ValueError, match="even is not in builder/api/value_checks"):
        compile_model(Numbered)
