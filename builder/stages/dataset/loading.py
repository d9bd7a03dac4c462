"""Reads the files of ``data/`` into records in dataset order, and encodes each record once."""

import os
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import orjson
from pydantic import ValidationError

from builder.cache.steps import Steps, Templates
from builder.config import Config
from builder.problems import InputError, Problem
from builder.stages.dataset.alias_invariants import broken_aliases
from builder.stages.dataset.invariants import broken_invariants, broken_texts
from builder.tables.field_order import ordered
from builder.tables.field_paths import value_at
from builder.tables.record_model import DERIVED, Country, Notice, ObjectModel
from builder.types import CountryValue, Dataset, Fold, JsonObject, Record, SourceTable

_BESIDE = ("notice.json", "sources.json", "provenance.json", "licences.json")


def load_dataset(folder: Path, config: Config, fold: Fold, steps: Steps | None = None) -> Dataset:
    """Read the dataset in *folder*, add computed fields, validate and encode it.

    Records are cached in *steps*, if given. Raises ``InputError`` with every problem: file, field path, value and
    allowed values.
    """
    problems: list[Problem] = []
    files = _read(folder, problems)
    stored = {name: value for name, value in files.items() if name.startswith("countries/")}
    if not stored:
        problems.append(Problem("countries", "", "contains no <cca2>.json"))
    records: dict[str, Record] = {}
    for name, value in stored.items():
        read = {"file": name, "stored": value, "holidays": files.get(f"holidays/{Path(name).stem}.json")}
        found = country_record({**read, "cdn": config.cdn}, steps)
        if isinstance(found, Record):
            records[name] = found
        else:
            problems += found
    problems += [
        Problem(name, "", "has no country; rename it to match a file of countries/, or remove it")
        for name in files
        if name.startswith("holidays/") and not (folder / name.replace("holidays/", "countries/", 1)).is_file()
    ]
    notice = files.get("notice.json", {})
    problems += _validate("notice.json", Notice, notice)
    reference = {Path(name).stem: value for name, value in files.items() if name.startswith("reference/")}
    aliases = {Path(name).stem: value for name, value in files.items() if name.startswith("aliases/")}
    if not problems:
        values = {name: record.value for name, record in records.items()}
        problems += broken_invariants(values, reference, texts_known=True)
        problems += broken_aliases(values, reference, aliases, fold)
    if problems:
        raise InputError(
            problems, f"Nothing was written. Correct the files in {folder.name}/ and run the command again."
        )
    return Dataset(
        _in_order(tuple(records.values()), fold),
        reference,
        aliases,
        cast(
            "SourceTable",
            {
                **files.get("sources.json", {}),
                "provenance": files.get("provenance.json", {}),
                "licences": files.get("licences.json", {}),
            },
        ),
        ordered(Notice, notice),
        _revision(files),
    )


def country_record(read: Mapping[str, Any], steps: Steps | None) -> Record | list[Problem]:
    """Make the record of a country, or list its problems.

    *read* holds the name of its ``file``, the ``stored`` object, its ``holidays`` and the ``cdn`` URL of the flags.
    """
    result = steps.take(country_step, read) if steps else country_step(read)
    if result.startswith(b"["):
        return [Problem(*problem) for problem in orjson.loads(result)]
    texts = tuple(result.split(b"\n"))
    body = b"{" + b",".join(texts) + b"}"
    return Record(orjson.loads(body), texts, body, blake2b(body, digest_size=8).hexdigest())


def country_step(read: Mapping[str, Any], _templates: Templates | None = None) -> bytes:
    """Make the encoded fields of a country, one on each line, or a JSON array of problems."""
    name, stored = read["file"], read["stored"]
    complete = _complete(stored, read["holidays"], read["cdn"])
    problems = _refuse_derived(name, stored)
    found = _validate(name, Country, complete)
    if not found and str(complete["cca2"]).lower() != Path(name).stem:
        found = [Problem(name, "cca2", f'is "{complete["cca2"]}"; must be the file name in uppercase')]
    value = complete if found else ordered(Country, complete)
    problems += found or broken_texts(name, value)
    if problems:
        return orjson.dumps([(problem.file, problem.where, problem.message) for problem in problems])
    return b"\n".join(encode(value).texts)


def _read(folder: Path, problems: list[Problem]) -> dict[str, JsonObject]:
    files: dict[str, JsonObject] = {}
    for name in _names(folder):
        try:
            # There are 500 files: reading them with Path objects takes longer than parsing them.
            with open(f"{folder}/{name}", "rb", buffering=0) as file:  # noqa: PTH123
                files[name] = orjson.loads(file.read())
        except orjson.JSONDecodeError as error:
            problems.append(Problem(name, f"line {error.lineno}", f"is not JSON: {error.msg}"))
            continue
        if not isinstance(files[name], dict):
            problems.append(Problem(name, "", "must hold a JSON object"))
            del files[name]
    problems += [
        Problem(name, "", "is missing") for name in ("notice.json", "sources.json") if not (folder / name).is_file()
    ]
    return files


def _names(folder: Path) -> list[str]:
    names = [name for name in _BESIDE if (folder / name).is_file()]
    for group in ("aliases", "countries", "holidays", "reference"):
        if (folder / group).is_dir():
            with os.scandir(folder / group) as entries:
                names += [f"{group}/{entry.name}" for entry in entries if entry.name.endswith(".json")]
    return sorted(names)


def _refuse_derived(name: str, value: JsonObject) -> list[Problem]:
    return [
        Problem(name, dotted, "is computed by the build; remove it from the file")
        for dotted in DERIVED
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


def _validate(name: str, model: type[ObjectModel], value: JsonObject) -> list[Problem]:
    try:
        model.model_validate(value)
    except ValidationError as error:
        return [Problem(name, ".".join(map(str, item["loc"])), _refusal(item)) for item in error.errors()]
    return []


def _refusal(item: Any) -> str:
    if item["type"] == "missing":
        return "is required but missing"
    if item["type"] == "extra_forbidden":
        return "is not a field of the record model (builder/tables/record_model.py); remove it or correct its name"
    shown = orjson.dumps(item["input"], default=str).decode()
    return f"is {shown[:60]}{'…' if len(shown) > 60 else ''}; {item['msg'][0].lower()}{item['msg'][1:]}"


def encode(value: CountryValue) -> Record:
    """Encode a record as JSON, for all answers that contain it."""
    texts = tuple(orjson.dumps({name: field})[1:-1] for name, field in value.items())
    body = b"{" + b",".join(texts) + b"}"
    return Record(value, texts, body, blake2b(body, digest_size=8).hexdigest())


def _in_order(records: tuple[Record, ...], fold: Fold) -> tuple[Record, ...]:
    folded = fold([record.value["name"]["common"] for record in records])
    keys = sorted(zip(folded, (record.value["cca3"] for record in records), range(len(records)), strict=True))
    return tuple(records[number] for _, _, number in keys)


def _revision(files: dict[str, JsonObject]) -> str:
    """Hash the content of *files*, independent of their formatting and of the URLs of the site."""
    return blake2b(orjson.dumps(files, option=orjson.OPT_SORT_KEYS), digest_size=8).hexdigest()
