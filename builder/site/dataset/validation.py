"""Validates records and the other files of a dataset by their models, and computes fields of records."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, cast
from urllib.parse import quote

import orjson
from pydantic import Field, TypeAdapter, ValidationError

from builder.api.aliases import ALIAS_TABLES
from builder.api.dataset_files import ChangesFile, LicencesFile, OtherName, Reference, SourceFile
from builder.api.field_types import Text, value_at
from builder.api.own_fields import OWN
from builder.api.record_model import COMPUTED_FIELDS, Country, Notice
from builder.api.types import JsonObject
from builder.inputs.errors import Problem, refusals

if TYPE_CHECKING:
    from builder.api.record_model import Enrichment

_UNKNOWN = "is not a field of the record model; remove it or correct its name"
# The aliases of one value.
Aliases = Annotated[Sequence[Text], Field(min_length=1)]
_CHANGES = TypeAdapter(ChangesFile)
_FILES: Mapping[str, TypeAdapter[Any]] = {
    "sources.json": TypeAdapter(SourceFile),
    "licences.json": TypeAdapter(LicencesFile),
    "names/capitals.json": TypeAdapter(Mapping[str, Sequence[Text]]),
    "names/countries.json": TypeAdapter(Mapping[str, Sequence[Text]]),
    "names/others.json": TypeAdapter(Mapping[str, Sequence[OtherName]]),
    "names/other-capitals.json": TypeAdapter(Mapping[str, Sequence[OtherName]]),
    **{f"aliases/{table.file}.json": TypeAdapter(Mapping[str, Aliases]) for table in ALIAS_TABLES},
    **{f"reference/{name}.json": TypeAdapter(model) for name, model in Reference.__annotations__.items()},
}


def file_problems(name: str, value: JsonObject) -> list[Problem]:
    """List every problem of the file *name*, if it is not a record, a calendar or the notice."""
    model = _CHANGES if name.startswith("changes/") else _FILES.get(name)
    if model is None:
        folder = name.partition("/")[0]
        lists = [PurePath(known).stem for known in _FILES if known.startswith(f"{folder}/")]
        message = f"is no list that a build reads; remove it, or correct its name: {', '.join(lists)}"
        return [Problem(name, "", message)] if lists else []
    try:
        # As JSON, so that messages have its words, such as object instead of dictionary.
        model.validate_json(orjson.dumps(value), strict=True, extra="forbid")
    except ValidationError as error:
        return refusals(name, error)
    return []


def notice_value(stored: JsonObject, problems: list[Problem]) -> JsonObject:
    """Return the notice in the form of answers. If it is invalid, its problems are added to *problems*."""
    try:
        return Notice.model_validate(stored).model_dump()
    except ValidationError as error:
        problems += refusals("notice.json", error, _UNKNOWN)
    return {}


def country_value(
    file: str,
    stored: JsonObject,
    holidays: JsonObject | None,
    cdn: str,
    problems: list[Problem],
    *,
    model: TypeAdapter[Country],
    populations: Mapping[str, object] = MappingProxyType({}),
    own: Mapping[str, object] = MappingProxyType({}),
) -> Country | None:
    """Validate the record *stored* in *file* by *model*; return it with computed fields, and with flags below *cdn*.

    *populations* has, by alpha-2 code, the population of a country in the year in which that of its capital was
    counted. For a country without an entry, the population of the record is used. *own* are the values of the owner's
    fields. If the record is invalid, its problems are added to *problems*, and None is returned.
    """
    problems += [
        Problem(file, path, "is computed by the build; remove it from the file")
        for path in COMPUTED_FIELDS
        if value_at(stored, path) is not None
    ]
    try:
        value = model.validate_python(
            _complete(stored, holidays, cdn, populations) | ({OWN: own} if own else {}), strict=True, extra="forbid"
        )
    except ValidationError as error:
        problems += refusals(file, error, _UNKNOWN)
        return None
    name, expected = file.rpartition("/")[2], f"{value['cca2'].lower()}.json"
    if name != expected:
        in_lowercase = Problem(file, "", f"must be named {expected}, in lowercase")
        another = Problem(file, "cca2", f'is "{value["cca2"]}"; must be the file name in uppercase')
        problems.append(in_lowercase if name.lower() == expected else another)
        return None
    if "enrichment" in value:
        _omit_unknown(value)
    return value


def _complete(
    stored: JsonObject, holidays: JsonObject | None, cdn: str, populations: Mapping[str, object]
) -> JsonObject:
    """Add the computed fields to a stored record. Validation reports values from which they cannot be computed."""
    value = dict(stored)
    code, population = str(value.get("cca2", "")).lower(), value.get("population")
    if holidays is not None:
        value["holidays"] = holidays
    name = value_at(stored, "name.common")
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
        share = _ratio(value_at(stored, "capitalInfo.population"), populations.get(code.upper(), population), 4)
        computed = {
            "populationDensity": _ratio(population, value.get("area"), 4),
            "capitalPopulationShare": share if share is None or share <= 1 else None,
        }
        value["enrichment"] = {**enrichment, "computed": computed}
    return value


def _ratio(number: object, by: object, digits: int) -> float | None:
    if isinstance(number, int | float) and isinstance(by, int | float) and by > 0:
        return round(number / by, digits)
    return None


def _omit_unknown(value: Country) -> None:
    """Remove groups of statistics in which nothing is known, and ``enrichment`` if no group is left."""
    groups = {
        name: group
        for name, group in value["enrichment"].items()
        if not isinstance(group, dict) or any(member is not None for member in group.values())
    }
    value["enrichment"] = cast("Enrichment", groups)
    if all(group is None for name, group in groups.items() if name != "fetchedAt"):
        del value["enrichment"]
