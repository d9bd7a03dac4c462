"""Reads the files of ``data/`` into records in dataset order, and encodes each record once."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

import orjson

from builder.config import Config
from builder.input_errors import InputError, Problem
from builder.javascript.core_calls import changed_by_parsing
from builder.stages.dataset.alias_invariants import broken_aliases
from builder.stages.dataset.invariants import CHECK_LISTS, broken_in_record, broken_invariants, names_too_long
from builder.stages.dataset.name_invariants import broken_names
from builder.stages.dataset.validation import country_value, file_problems, notice_value
from builder.types import CountryValue, Dataset, Fold, JsonObject, Record, SourceTable

_REQUIRED = ("notice.json", "sources.json")
_NO_LIST = "is missing, and checks need it; restore it, or copy it from a project that countries init writes"
_BESIDE = ("notice.json", "sources.json", "provenance.json", "licences.json")
_GROUPS = ("aliases", "countries", "holidays", "names", "reference")


def load_dataset(folder: Path, config: Config, fold: Fold) -> Dataset:
    """Read the dataset in *folder*, add computed fields, validate and encode it.

    Raises ``InputError`` with every problem: file, field path, value and allowed values.
    """
    advice = f"Nothing was written. Correct the files in {folder.name}/ and run the command again."
    if unreadable := [*_unreadable(folder)]:
        raise InputError(unreadable, advice)
    problems: list[Problem] = []
    texts, files = _read(folder, problems)
    values = _countries(texts, files, config.cdn, problems)
    notice = notice_value(files["notice.json"], problems) if "notice.json" in files else {}
    for name in files:
        problems += file_problems(name, texts[name])
    reference, aliases, names = (_group(files, folder) for folder in ("reference", "aliases", "names"))
    if not problems:
        problems += broken_invariants(values, reference)
        problems += names_too_long(values, fold)
        problems += broken_aliases(values, reference, aliases, fold)
        problems += broken_names(values, names, fold)
    for name, value in values.items():
        problems += broken_in_record(name, value)
    records = tuple(map(encode, _in_order([*values.values()], fold)))
    problems += changed_fields(records)
    if problems:
        raise InputError(problems, advice)
    sources = {
        **files["sources.json"],
        "provenance": files.get("provenance.json", {}),
        "licences": files.get("licences.json", {}),
    }
    return Dataset(
        records,
        reference,
        aliases,
        names,
        cast("SourceTable", sources),
        notice,
        _revision(files),
    )


def encode(value: CountryValue) -> Record:
    """Encode a record, whose fields are in the order of answers."""
    body = orjson.dumps(value)
    return Record(value, body, _hash(body))


def changed_fields(records: Sequence[Record]) -> Iterator[Problem]:
    """Report the fields that would have other bytes where the edge function selects fields, by parsing and encoding."""
    for number in changed_by_parsing([record.body.decode() for record in records]):
        record = records[number]
        fields = [*record.value]
        texts = [orjson.dumps(record.value[field]).decode() for field in fields]
        for place in changed_by_parsing(texts):
            message = "has a number that JavaScript writes differently, or keys that are whole numbers; change them"
            yield Problem(f"countries/{record.cca2.lower()}.json", fields[place], message)


def _unreadable(folder: Path) -> Iterator[Problem]:
    """Report what is neither a file nor a folder, such as a pipe, and links to a folder around them."""
    for inside, folders, files in os.walk(folder):
        for path in (Path(inside, name) for name in (*folders, *files) if not name.startswith(".")):
            if not (path.is_file() or path.is_dir()):
                yield Problem(str(path.relative_to(folder)), "", "is neither a file nor a folder; remove it")
            elif path.is_symlink() and path.parent.resolve().is_relative_to(path.resolve()):
                yield Problem(str(path.relative_to(folder)), "", "is a link to a folder that contains it; remove it")


def _read(folder: Path, problems: list[Problem]) -> tuple[dict[str, bytes], dict[str, JsonObject]]:
    """Read the files by name: their texts, and the objects of those that are valid.

    Names that begin with a dot are locks and attributes, which editors and systems write.
    """
    paths = [path for group in _GROUPS for path in (folder / group).glob("*.json") if not path.name.startswith(".")]
    paths += [path for name in _BESIDE if (path := folder / name).exists()]
    names = {path.relative_to(folder).as_posix(): path for path in paths}
    problems += [Problem(name, "", "is missing") for name in _REQUIRED if name not in names]
    lists = (f"reference/{name}.json" for name in CHECK_LISTS)
    problems += [Problem(name, "", _NO_LIST) for name in lists if name not in names]
    if not any(name.startswith("countries/") for name in names):
        problems.append(Problem("countries", "", "contains no <cca2>.json"))
    problems += [
        Problem(name, "", "has no country; rename it to match a file of countries/, or remove it")
        for name in names
        if name.startswith("holidays/") and name.replace("holidays/", "countries/", 1) not in names
    ]
    texts: dict[str, bytes] = {}
    files: dict[str, JsonObject] = {}
    for name, path in sorted(names.items()):
        try:
            texts[name] = path.read_bytes()
            value = orjson.loads(texts[name])
            # The strict parser takes the last of two equal keys.
            json.loads(texts[name], object_pairs_hook=_refuse_equal_keys)
        except OSError as error:
            problems.append(Problem(name, "", f"cannot be read: {error.strerror}"))
        except orjson.JSONDecodeError as error:
            problems.append(Problem(name, f"line {error.lineno}", f"is not JSON: {error.msg}"))
        except (ValueError, RecursionError) as error:
            problems.append(Problem(name, "", str(error)))
        else:
            if isinstance(value, dict):
                files[name] = value
            else:
                problems.append(Problem(name, "", "must hold a JSON object"))
    return texts, files


def _refuse_equal_keys(members: list[tuple[str, Any]]) -> None:
    if len(dict(members)) < len(members):
        keys = [key for key, _ in members]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f'has the key "{twice}" twice in one object; remove one')


def _countries(
    texts: Mapping[str, bytes], files: Mapping[str, JsonObject], cdn: str, problems: list[Problem]
) -> dict[str, CountryValue]:
    """Return the valid records by file name."""
    values: dict[str, CountryValue] = {}
    for name in texts:
        holidays = _holidays_of(name)
        if name.startswith("countries/") and name in files and (holidays in files or holidays not in texts):
            value = country_value(name, files[name], files.get(holidays), cdn, problems)
            if value is not None:
                values[name] = value
    return values


def _holidays_of(name: str) -> str:
    return name.replace("countries/", "holidays/", 1)


def _group(files: Mapping[str, JsonObject], folder: str) -> dict[str, JsonObject]:
    return {Path(name).stem: value for name, value in files.items() if name.startswith(f"{folder}/")}


def _in_order(values: list[CountryValue], fold: Fold) -> list[CountryValue]:
    folded = fold([value["name"]["common"] for value in values])
    keys = sorted(zip(folded, (value["cca3"] for value in values), range(len(values)), strict=True))
    return [values[number] for _, _, number in keys]


def _revision(files: Mapping[str, JsonObject]) -> str:
    """Hash the content of *files*, independent of its formatting and of the site's URLs."""
    countries = {
        name: _hash(orjson.dumps([value, files.get(_holidays_of(name))], option=orjson.OPT_SORT_KEYS))
        for name, value in files.items()
        if name.startswith("countries/")
    }
    others = {name: value for name, value in files.items() if not name.startswith(("countries/", "holidays/"))}
    return _hash(orjson.dumps([others, countries], option=orjson.OPT_SORT_KEYS))


def _hash(content: bytes) -> str:
    return blake2b(content, digest_size=8).hexdigest()
