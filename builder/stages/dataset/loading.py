"""Reads the files of ``data/`` into records in dataset order, and encodes each record once."""

import os
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, cast

import orjson

from builder.config import Config
from builder.problems import InputError, Problem
from builder.stages.dataset.alias_invariants import broken_aliases
from builder.stages.dataset.encoding import read_encoded
from builder.stages.dataset.invariants import broken_invariants
from builder.types import Dataset, Fold, JsonObject, Record, SourceTable

if TYPE_CHECKING:
    from builder.api.compiled_model import CompiledModel

# Validation is imported only when something is not cached.
# ruff: noqa: PLC0415

# In cached records, instead of the URL of the flags, so that a site with other URLs validates nothing again. The
# top-level domain is reserved (RFC 6761).
_CDN = "https://flags.invalid"
_REQUIRED = ("notice.json", "sources.json", "reference/languages.json")
_BESIDE = ("notice.json", "sources.json", "provenance.json", "licences.json")


def load_dataset(folder: Path, config: Config, fold: Fold, take: Any = None) -> Dataset:
    """Read the dataset in *folder*, add computed fields, validate and encode it.

    *take* takes records from a cache. Raises ``InputError`` with every problem: file, field path, value and
    allowed values.
    """
    problems: list[Problem] = [*_wrong_names(folder)]
    names = _names(folder)
    present = set(names)
    texts = _read(folder, names, problems)
    stored = [name for name in texts if name.startswith("countries/")]
    if not any(name.startswith("countries/") for name in names):
        problems.append(Problem("countries", "", "contains no <cca2>.json"))
    broken: list[Problem] = []
    records: dict[str, Record] = {}
    digests: dict[str, str] = {}
    read = [
        {"file": name, "stored": texts[name], "holidays": texts.get(f"holidays/{Path(name).stem}.json")}
        for name in stored
    ]
    model = take(model_step, [None])[0]
    for name, result in zip(stored, take(country_step, read, model), strict=True):
        if found := _problems(result):
            problems += found
        else:
            digests[name], violations, records[name] = _decoded(result, config.cdn)
            broken += violations
    problems += [
        Problem(name, "", "has no country; rename it to match a file of countries/, or remove it")
        for name in names
        if name.startswith("holidays/") and name.replace("holidays/", "countries/", 1) not in present
    ]
    files = _parsed(texts, problems)
    # A problem of a notice that cannot be read is listed already.
    notice = take(notice_step, [files["notice.json"]])[0] if "notice.json" in files else b"[]"
    problems += _problems(notice)
    # As texts: the outlines are large, and to encode them for the key of the step would take several times as long.
    described = {name: texts[name] for name in files if not name.startswith("aliases/")}
    problems += _problems(take(files_step, [described])[0])
    reference = {Path(name).stem: value for name, value in files.items() if name.startswith("reference/")}
    aliases = {Path(name).stem: value for name, value in files.items() if name.startswith("aliases/")}
    if not problems:
        values = {name: record.value for name, record in records.items()}
        problems += broken_invariants(values, reference, checked_alone=True)
        problems += broken_aliases(values, reference, aliases, fold)
    problems += broken
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
        _revision(files, digests),
    )


def model_step(_nothing: None, _templates: object) -> bytes:
    """Encode the model of a country for ``country_step``."""
    from builder.api.compiled_model import compile_model
    from builder.api.record import Country

    return compile_model(Country)


def country_step(read: Mapping[str, str], _templates: object, model: bytes) -> bytes:
    """Encode a country from the texts of its files, by the encoded *model*.

    Returns the hash of their content, the violations of the record as a JSON array, and the encoded fields, each on a
    line; or only a JSON array of problems.
    """
    from builder.stages.dataset.validation import country_fields, listed

    problems: list[Problem] = []
    holidays_file = read["file"].replace("countries/", "holidays/", 1)
    stored = _object(read["file"], read["stored"], problems)
    holidays = None if read["holidays"] is None else _object(holidays_file, read["holidays"], problems)
    if problems or stored is None:
        return listed(problems)
    content = orjson.dumps([stored, holidays], option=orjson.OPT_SORT_KEYS)
    fields = country_fields(_compiled(model), read["file"], stored, holidays, _CDN)
    return _hash(content).encode() + b"\n" + fields if b"\n" in fields else fields


@lru_cache(maxsize=1)
def _compiled(model: bytes) -> "CompiledModel":
    from builder.api.compiled_model import CompiledModel

    return CompiledModel(model)


# The process that rebuilds a preview decodes only the countries that changed.
@lru_cache(maxsize=512)
def _decoded(result: bytes, cdn: str) -> tuple[str, list[Problem], Record]:
    digest, violations, *fields = result.replace(_CDN.encode(), cdn.encode()).split(b"\n")
    return digest.decode(), _problems(violations), read_encoded(fields)


def notice_step(notice: JsonObject, _templates: object) -> bytes:
    """Make the notice in the form of answers, or a JSON array of problems."""
    from builder.stages.dataset.validation import notice_fields

    return notice_fields(notice)


def files_step(texts: Mapping[str, str], _templates: object) -> bytes:
    """List the problems of the files about sources and of the reference lists as a JSON array."""
    from builder.stages.dataset.file_validation import file_problems

    return file_problems({name: orjson.loads(text) for name, text in texts.items()})


def _problems(result: bytes) -> list[Problem]:
    return [Problem(*problem) for problem in orjson.loads(result)] if result.startswith(b"[") else []


def _read(folder: Path, names: Collection[str], problems: list[Problem]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for name in names:
        try:
            # There are 500 files: reading them with Path objects takes longer than parsing them.
            with open(f"{folder}/{name}", "rb", buffering=0) as file:  # noqa: PTH123
                texts[name] = file.read().decode()
        except OSError as error:
            problems.append(Problem(name, "", f"cannot be read: {error.strerror}"))
        except UnicodeDecodeError as error:
            problems.append(Problem(name, f"byte {error.start}", "is not UTF-8"))
    problems += [Problem(name, "", "is missing") for name in _REQUIRED if name not in names]
    return texts


def _parsed(texts: Mapping[str, str], problems: list[Problem]) -> dict[str, JsonObject]:
    """Parse the files other than those of countries, which are parsed only when they are not cached."""
    return {
        name: value
        for name, text in texts.items()
        if not name.startswith(("countries/", "holidays/")) and (value := _object(name, text, problems)) is not None
    }


def _object(name: str, text: str, problems: list[Problem]) -> JsonObject | None:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        problems.append(Problem(name, f"line {error.lineno}", f"is not JSON: {error.msg}"))
        return None
    if not isinstance(value, dict):
        problems.append(Problem(name, "", "must hold a JSON object"))
        return None
    return value


def _names(folder: Path) -> list[str]:
    names = [name for name in _BESIDE if (folder / name).is_file()]
    for group in ("aliases", "countries", "holidays", "reference"):
        if (folder / group).is_dir():
            with os.scandir(folder / group) as entries:
                names += [f"{group}/{entry.name}" for entry in entries if entry.name.endswith(".json")]
    return sorted(filter(_is_text, names))


def _wrong_names(folder: Path) -> Iterator[Problem]:
    for inside, folders, files in os.walk(folder):
        for name in (*folders, *files):
            if not _is_text(name):
                # A terminal cannot show the name, so the bytes that are not UTF-8 are escaped.
                shown = os.fsencode(os.path.relpath(f"{inside}/{name}", folder)).decode(errors="backslashreplace")
                yield Problem(shown, "", "has a name that is not UTF-8; rename or remove it")


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _in_order(records: tuple[Record, ...], fold: Fold) -> tuple[Record, ...]:
    folded = fold([record.value["name"]["common"] for record in records])
    keys = sorted(zip(folded, (record.value["cca3"] for record in records), range(len(records)), strict=True))
    return tuple(records[number] for _, _, number in keys)


def _revision(files: Mapping[str, JsonObject], digests: Mapping[str, str]) -> str:
    """Hash the content of *files* and the *digests* of the others, independent of formatting and of the site's URLs."""
    return _hash(orjson.dumps([files, digests], option=orjson.OPT_SORT_KEYS))


def _hash(content: bytes) -> str:
    return blake2b(content, digest_size=8).hexdigest()
