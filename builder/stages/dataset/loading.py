"""Reads the files of ``data/`` into records in dataset order, and encodes each record once."""

import os
from hashlib import blake2b
from pathlib import Path
from typing import cast

import orjson

from builder.cache.step_cache import made
from builder.config import Config
from builder.problems import InputError, Problem
from builder.stages.dataset.alias_invariants import broken_aliases
from builder.stages.dataset.encoding import read_encoded
from builder.stages.dataset.invariants import broken_invariants
from builder.types import Dataset, Fold, JsonObject, Record, SourceTable, Take

# Validation is imported only when something is not cached.
# ruff: noqa: PLC0415

# In cached records, instead of the URL of the flags, so that a site with other URLs validates nothing again. The
# top-level domain is reserved (RFC 6761).
_CDN = "https://flags.invalid"
_BESIDE = ("notice.json", "sources.json", "provenance.json", "licences.json")


def load_dataset(folder: Path, config: Config, fold: Fold, take: Take = made) -> Dataset:
    """Read the dataset in *folder*, add computed fields, validate and encode it.

    *take* takes records from a cache. Raises ``InputError`` with every problem: file, field path, value and
    allowed values.
    """
    problems: list[Problem] = []
    files = _read(folder, problems)
    stored = {name: value for name, value in files.items() if name.startswith("countries/")}
    if not stored:
        problems.append(Problem("countries", "", "contains no <cca2>.json"))
    records: dict[str, Record] = {}
    for name, value in stored.items():
        holidays = files.get(f"holidays/{Path(name).stem}.json")
        fields = take(country_step, {"file": name, "stored": value, "holidays": holidays})
        if found := _problems(fields):
            problems += found
        else:
            records[name] = read_encoded(fields.replace(_CDN.encode(), config.cdn.encode()).split(b"\n"))
    problems += [
        Problem(name, "", "has no country; rename it to match a file of countries/, or remove it")
        for name in files
        if name.startswith("holidays/") and not (folder / name.replace("holidays/", "countries/", 1)).is_file()
    ]
    notice = take(notice_step, files.get("notice.json", {}))
    problems += _problems(notice)
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
        orjson.loads(notice),
        _revision(files),
    )


def country_step(read: JsonObject, _templates: object) -> bytes:
    """Make the encoded fields of a country, one on each line, or a JSON array of problems."""
    from builder.stages.dataset.validation import country_fields

    return country_fields(read["file"], read["stored"], read["holidays"], _CDN)


def notice_step(notice: JsonObject, _templates: object) -> bytes:
    """Make the notice in the form of answers, or a JSON array of problems."""
    from builder.stages.dataset.validation import notice_fields

    return notice_fields(notice)


def _problems(result: bytes) -> list[Problem]:
    return [Problem(*problem) for problem in orjson.loads(result)] if result.startswith(b"[") else []


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


def _in_order(records: tuple[Record, ...], fold: Fold) -> tuple[Record, ...]:
    folded = fold([record.value["name"]["common"] for record in records])
    keys = sorted(zip(folded, (record.value["cca3"] for record in records), range(len(records)), strict=True))
    return tuple(records[number] for _, _, number in keys)


def _revision(files: dict[str, JsonObject]) -> str:
    """Hash the content of *files*, independent of their formatting and of the URLs of the site."""
    return blake2b(orjson.dumps(files, option=orjson.OPT_SORT_KEYS), digest_size=8).hexdigest()
