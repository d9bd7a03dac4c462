"""Validates records and the notice by the record model, and puts them into the form of answers.

Imported only when something is not cached, because the library that validates takes 15 ms to import.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import orjson
from pydantic_core import ValidationError

from builder.api.compiled_model import CompiledModel
from builder.api.computed_fields import COMPUTED_FIELDS
from builder.api.field_order import ordered, shape_of
from builder.api.field_paths import value_at
from builder.problems import Problem
from builder.stages.dataset.encoding import encode
from builder.stages.dataset.invariants import broken_in_record
from builder.types import CountryValue, JsonObject


def country_fields(model: CompiledModel, file: str, stored: JsonObject, holidays: JsonObject | None, cdn: str) -> bytes:
    """Complete, validate and encode the country *stored* in *file*, whose flags are below *cdn*, by *model*.

    Returns the violations of a valid record as a JSON array, and the encoded fields, each on a line; or only a JSON
    array of problems.
    """
    complete = _complete(stored, holidays, cdn)
    problems = _refuse_computed(file, stored)
    found = problems_of(file, model.validate, complete)
    if not found and f"{str(complete['cca2']).lower()}.json" != file.rpartition("/")[2]:
        found = [Problem(file, "cca2", f'is "{complete["cca2"]}"; must be the file name in uppercase')]
    if found:
        return listed(problems + found)
    value = ordered(model.shape, complete)
    broken = broken_in_record(file, value)
    return listed(problems + broken) if problems else b"\n".join([listed(broken), *encode(value).texts])


def notice_fields(notice: JsonObject) -> bytes:
    """Validate and encode the notice. Returns a JSON object, or a JSON array of problems."""
    # Imported late: a country needs no class of the model.
    from builder.api.record import Notice  # noqa: PLC0415

    problems = problems_of("notice.json", Notice.model_validate, notice)
    return listed(problems) if problems else orjson.dumps(ordered(shape_of(Notice), notice))


def listed(problems: list[Problem]) -> bytes:
    """Encode *problems* as a JSON array."""
    return orjson.dumps([(problem.file, problem.where, problem.message) for problem in problems])


def _refuse_computed(name: str, value: JsonObject) -> list[Problem]:
    return [
        Problem(name, dotted, "is computed by the build; remove it from the file")
        for dotted in COMPUTED_FIELDS
        if value_at(value, dotted) is not None
    ]


def _complete(stored: JsonObject, holidays: JsonObject | None, cdn: str) -> CountryValue:
    """Add the computed fields to a stored record. Validation reports inputs from which they cannot be computed."""
    value = dict(stored)
    code, population, area = str(value.get("cca2", "")).lower(), value.get("population"), value.get("area")
    if holidays is not None:
        value["holidays"] = holidays
    name = value["name"].get("common") if isinstance(value.get("name"), dict) else None
    match value.get("latlng"):
        case [int() | float() as latitude, int() | float() as longitude] if isinstance(name, str):
            query = quote(name, safe="")
            value["maps"] = {
                "googleMaps": f"https://www.google.com/maps/search/?api=1&query={query}",
                "openStreetMaps": f"https://www.openstreetmap.org/search?query={query}#map=5/{latitude}/{longitude}",
            }
    flags = value.get("flags")
    value["flags"] = {"svg": f"{cdn}/svg/{code}.svg", "png": f"{cdn}/png/{code}.png"} | (
        flags if isinstance(flags, dict) else {}
    )
    enrichment = value.get("enrichment")
    if isinstance(enrichment, dict):
        value["enrichment"] = enrichment = dict(enrichment)
        capital = value["capitalInfo"].get("population") if isinstance(value.get("capitalInfo"), dict) else None
        share = _ratio(capital, population, 4)
        computed = {
            "populationDensity": _ratio(population, area, 4),
            "capitalPopulationShare": share if share is None or share <= 1 else None,
        }
        enrichment["computed"] = computed
        for group, known in list(enrichment.items()):
            if isinstance(known, dict) and all(figure is None for figure in known.values()):
                del enrichment[group]
        if all(known is None for group, known in enrichment.items() if group != "fetchedAt"):
            del value["enrichment"]
    return value


def _ratio(number: Any, by: Any, digits: int) -> float | None:
    if isinstance(number, int | float) and isinstance(by, int | float) and by > 0:
        return round(number / by, digits)
    return None


def problems_of(name: str, validate: Callable[[Any], object], value: JsonObject) -> list[Problem]:
    """List what *validate*, a function of the library, refuses in *value*, the content of the file *name*."""
    try:
        validate(value)
    except ValidationError as error:
        return [Problem(name, ".".join(map(str, item["loc"])), _refusal(item)) for item in error.errors()]
    return []


def _refusal(item: Any) -> str:
    if item["type"] == "missing":
        return "is required but missing"
    if item["type"] == "extra_forbidden":
        return "is not a field of the record model (builder/api/record.py); remove it or correct its name"
    shown = orjson.dumps(item["input"], default=str).decode()
    return f"is {shown[:60]}{'…' if len(shown) > 60 else ''}; {item['msg'][0].lower()}{item['msg'][1:]}"
