"""Checks the stored files, and makes the dataset from them: records in dataset order, each encoded once."""

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, cast

import orjson
from pydantic import TypeAdapter

from builder import CONFIG
from builder.api.dataset_files import Reference, SourcesAndLicences
from builder.api.record_model import Country
from builder.api.types import Dataset, Fold, JsonObject, OwnParts, OwnValue, Record, digest
from builder.inputs.errors import InputError, Problem
from builder.inputs.files import undecodable_texts
from builder.project.config import Config
from builder.site.dataset.additions import with_own_changes, with_own_names
from builder.site.dataset.invariants import broken_in_record, broken_invariants, unnameable
from builder.site.dataset.part_of_world import without_mentions
from builder.site.dataset.references import broken_references
from builder.site.dataset.stored_files import StoredFiles, read_stored_files
from builder.site.dataset.validation import country_value, file_problems, notice_value

if TYPE_CHECKING:
    from builder.api.dataset_files import ChangesFile, OtherName


def load_dataset(folder: Path, config: Config, fold: Fold, config_file: Path = CONFIG) -> Dataset:
    """Read the dataset in *folder*, leave out what the config leaves out, add computed fields, validate and encode it.

    The files that the owner of the site adds are in the folder of *config_file*.
    Raises ``InputError`` with every problem: file, field path, value and allowed values.
    """
    problems = [*undecodable_texts(folder / "notices", "notices")]
    stored = read_stored_files(folder, config, config_file, problems)
    values = _countries(stored, config.cdn, problems)
    notice = notice_value(stored.files["notice.json"], problems) if "notice.json" in stored.files else {}
    sound = _sound_files(stored, problems)
    added = [value for name, value in values.items() if name in stored.own.records]
    reference = with_own_names(cast("Reference", _group(sound, "reference")), added)
    problems += _faults(stored, values, reference, fold)
    problems += _without_country(folder / "flags", stored.shipped)
    problems += _without_country(stored.root / "flags", stored.names)
    if problems:
        found = [stored.own.at_correction(problem, stored.codes) for problem in problems]
        raise InputError(found, "Nothing was written. Correct these files and run the command again.")
    changes = [sound[name] for name in sorted(sound, reverse=True) if name.startswith("changes/")]
    return Dataset(
        records=tuple(map(encode, _in_order([*values.values()], fold))),
        reference=reference,
        aliases=cast("dict[str, dict[str, list[str]]]", _group(sound, "aliases")),
        names=_names(sound),
        sources=cast("SourcesAndLicences", {**sound["sources.json"], "licences": sound["licences.json"]}),
        notice=notice,
        changes=with_own_changes(cast("list[ChangesFile]", changes), stored.own_changes),
        revision=_revision(sound, stored.own_fields),
        interface=stored.interface,
        left_out=frozenset(stored.left_out),
        own=OwnParts(
            records=frozenset(stored.own.codes),
            flags=tuple(sorted(path.stem.upper() for path in _flag_files(stored.root / "flags"))),
            corrections=stored.own.value_corrections(stored.codes),
            table_corrections=stored.own.table_corrections,
            fields=stored.own_fields,
        ),
    )


def _sound_files(stored: StoredFiles, problems: list[Problem]) -> dict[str, JsonObject]:
    """Return the files that fit their models and name only what exists, without countries that the site leaves out.

    The problems of the other files are added to *problems*.
    """
    own, left_out = stored.own, stored.left_out
    invalid = {name: found for name, value in stored.files.items() if (found := file_problems(name, value))}
    problems += chain.from_iterable(invalid.values())
    sound = {name: value for name, value in stored.files.items() if name not in invalid}
    if left_out or own.records or own.corrections:
        with_own_capital = own.codes | own.corrected_countries("capital", stored.codes)
        sound = without_mentions(sound, left_out, stored.left_out_cca3, with_own_capital)
    codes = {Path(name).stem.upper() for name in stored.names if name.startswith("countries/")}
    unknown = [*broken_references(sound, codes)]
    problems += unknown
    return {name: value for name, value in sound.items() if name not in {problem.file for problem in unknown}}


def _faults(stored: StoredFiles, values: Mapping[str, Country], reference: Reference, fold: Fold) -> Iterator[Problem]:
    """Yield the faults inside the records *values*, between records, and between a record and *reference*."""
    refused = [
        stored.files.get(name, {}) for name in stored.names if name.startswith("countries/") and name not in values
    ]
    yield from broken_invariants(values, reference, refused)
    yield from unnameable(values, fold)
    for name, value in values.items():
        yield from broken_in_record(name, value, is_own=name in stored.own.records)


def _names(files: Mapping[str, JsonObject]) -> dict[str, dict[str, list[str]]]:
    """Return the names that records lack and searches read, by file and code, without their kinds and sources."""
    named = cast("dict[str, dict[str, list[str | OtherName]]]", _group(files, "names"))
    return {
        file: {code: [name if isinstance(name, str) else name["name"] for name in row] for code, row in rows.items()}
        for file, rows in named.items()
    }


def encode(value: Country) -> Record:
    """Encode a record. Its fields are in the order of answers."""
    body = orjson.dumps(value)
    return Record(value, body, digest(body))


def _without_country(flags: Path, names: Collection[str]) -> Iterator[Problem]:
    """Report each file of the folder *flags* and of ``holidays/`` in *names* for which *names* has no record."""
    # Another check reports a record whose file is named in upper case.
    codes = {Path(name).stem.lower() for name in names if name.startswith("countries/")}
    images = (f"flags/{path.name}" for path in _flag_files(flags))
    for name in (*images, *(name for name in names if name.startswith("holidays/"))):
        if Path(name).stem not in codes:
            yield Problem(name, "", "has no country; rename it to match a file of countries/, or remove it")


def _flag_files(flags: Path) -> Iterator[Path]:
    return flags.glob("[!.]*.svg")


def _countries(stored: StoredFiles, cdn: str, problems: list[Problem]) -> dict[str, Country]:
    """Return the valid records by file name."""
    values: dict[str, Country] = {}
    model: TypeAdapter[Country] = TypeAdapter(stored.interface.country)
    populations = stored.files.get("reference/capital-years.json", {})
    for name, record in stored.files.items():
        if name.startswith("countries/"):
            holidays = stored.files.get(_holidays_of(name))
            code = Path(name).stem.upper()
            own = {field: rows[code].value if code in rows else None for field, rows in stored.own_fields.items()}
            value = country_value(name, record, holidays, cdn, problems, model=model, populations=populations, own=own)
            if value is not None:
                values[name] = value
    return values


def _holidays_of(name: str) -> str:
    return name.replace("countries/", "holidays/", 1)


def _group(files: Mapping[str, JsonObject], folder: str) -> dict[str, JsonObject]:
    return {Path(name).stem: value for name, value in files.items() if name.startswith(f"{folder}/")}


def _in_order(values: list[Country], fold: Fold) -> list[Country]:
    folded = fold([value["name"]["common"] for value in values])
    keys = sorted(zip(folded, (value["cca3"] for value in values), range(len(values)), strict=True))
    return [values[number] for _, _, number in keys]


def _revision(files: Mapping[str, JsonObject], own_fields: Mapping[str, Mapping[str, OwnValue]]) -> str:
    """Hash the content of *files* and the owner's values, *own_fields*. Formatting and URLs do not change it."""
    countries = {
        name: digest(orjson.dumps([value, files.get(_holidays_of(name))], option=orjson.OPT_SORT_KEYS))
        for name, value in files.items()
        if name.startswith("countries/")
    }
    # Files of changes are not hashed, because they describe earlier datasets.
    apart = ("changes/", "countries/", "holidays/")
    other_files = {name: value for name, value in files.items() if not name.startswith(apart)}
    values = {field: {code: own_value.value for code, own_value in rows.items()} for field, rows in own_fields.items()}
    return digest(orjson.dumps([other_files, countries, *([values] if values else [])], option=orjson.OPT_SORT_KEYS))
