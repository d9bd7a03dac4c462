"""Reads the files of ``data/`` into records in dataset order, and encodes each record once."""

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import cast

import orjson
from pydantic import TypeAdapter

from builder.api.aliases import ALIAS_TABLES, NAME_FILES
from builder.api.dataset_types import ChangesFile, OtherName, Reference, SourceTable
from builder.api.interface import Interface
from builder.api.record_model import Country
from builder.api.types import Dataset, Fold, JsonObject, Record, digest
from builder.inputs.errors import InputError, Problem
from builder.inputs.files import undecodable_texts
from builder.inputs.json_files import parse_object
from builder.project.config import Config
from builder.site.dataset.additions import (
    apply_corrections,
    own_provenance,
    read_additions,
    with_own_changes,
    with_own_names,
    without_reused_codes,
)
from builder.site.dataset.invariants import broken_in_record, broken_invariants, unnameable
from builder.site.dataset.name_tables import misleading_names
from builder.site.dataset.own_fields import read_own_fields
from builder.site.dataset.part_of_world import (
    codes_in_use,
    countries_left_out,
    is_left_out,
    without_mentions,
    without_records,
)
from builder.site.dataset.references import broken_references, missing_notices
from builder.site.dataset.validation import country_value, file_problems, notice_value

_SINGLE_FILES = ("notice.json", "sources.json", "provenance.json", "licences.json")
_GROUPS = ("aliases", "changes", "countries", "holidays", "names", "reference")
REFERENCE_LISTS = tuple(Reference.__annotations__)
# What a build needs of each dataset. Without a table of aliases or names, requests by these would find nothing.
_REQUIRED = (
    *_SINGLE_FILES,
    *(f"reference/{name}.json" for name in REFERENCE_LISTS),
    *(f"aliases/{table.file}.json" for table in ALIAS_TABLES),
    *(f"names/{file}.json" for file in NAME_FILES),
)
FORM = 1
"""The form of a dataset that this builder reads; one without a number has the first."""
_OTHER_FORM = "Install the version that the dataset was made for, or change its files as the changelog says."
_MISSING = "is missing, and a build needs it; restore it, or copy it from what countries init --with-data writes"


def load_dataset(folder: Path, config: Config, fold: Fold, config_file: Path = Path("site_config.toml")) -> Dataset:
    """Read the dataset in *folder*, leave out what the config does, add computed fields, validate and encode it.

    What the owner of the site adds is in the folder of *config_file*.
    Raises ``InputError`` with every problem: file, field path, value and allowed values.
    """
    problems = [*undecodable_texts(folder / "notices", "notices")]
    every_text, every_file = _read(folder, problems)
    root, shipped = (
        config_file.parent,
        {Path(name).stem.upper() for name in every_file if name.startswith("countries/")},
    )
    own = read_additions(root, problems)
    known = {**every_file, **own.records}
    codes_of = codes_in_use(known)
    left_out = countries_left_out(config.dataset.countries, known, config_file.name, problems) & shipped
    own = without_reused_codes(own, every_file, left_out, problems)
    texts = {name: text for name, text in every_text.items() if not is_left_out(name, left_out)}
    texts |= dict.fromkeys(own.records, b"")
    interface = Interface(config.fields)
    files = {**(without_records(every_file, left_out) if left_out else every_file), **own.records}
    files, corrected = apply_corrections(own, files, codes_of, interface.fields, problems)
    own_fields = read_own_fields(root / "fields", config.fields, codes_of, left_out - own.codes, problems)
    values = _countries(files, config.cdn, interface, own_fields.values, problems)
    refused = [files.get(name, {}) for name in texts if name.startswith("countries/") and name not in values]
    notice = notice_value(files["notice.json"], problems) if "notice.json" in files else {}
    invalid = {name: found for name in files if (found := file_problems(name, texts[name]))}
    problems += chain.from_iterable(invalid.values())
    sound = {name: value for name, value in files.items() if name not in invalid}
    if left_out or own.records or own.rows:
        others = {str(value.get("cca3")) for name, value in every_file.items() if is_left_out(name, left_out)}
        sound = without_mentions(sound, left_out, others, other_capitals=own.codes | own.corrected("capital", codes_of))
    codes = {Path(name).stem.upper() for name in texts if name.startswith("countries/")}
    unknown = [*broken_references(sound, codes, interface.fields)]
    problems += unknown
    sound = {name: value for name, value in sound.items() if name not in {problem.file for problem in unknown}}
    added = [value for name, value in values.items() if name in own.records]
    reference = with_own_names(cast("Reference", _group(sound, "reference")), added)
    aliases = cast("dict[str, dict[str, list[str]]]", _group(sound, "aliases"))
    stored = cast("dict[str, dict[str, list[str | OtherName]]]", _group(sound, "names"))
    names = {
        file: {code: [one if isinstance(one, str) else one["name"] for one in listed] for code, listed in of.items()}
        for file, of in stored.items()
    }
    complete = bool(values) and not refused
    problems += broken_invariants(values, reference, refused)
    problems += unnameable(values, fold)
    problems += misleading_names(values, reference, aliases, names, fold, complete=complete)
    problems += _without_country(folder / "flags", every_text)
    problems += _without_country(root / "flags", [name for name in texts if name.startswith("countries/")])
    problems += missing_notices(folder / "notices", sound)
    for name, value in values.items():
        problems += broken_in_record(name, value, own=name in own.records)
    records = tuple(map(encode, _in_order([*values.values()], fold)))
    if problems:
        found = [own.placed(problem, codes_of) for problem in problems]
        raise InputError(found, "Nothing was written. Correct these files and run the command again.")
    provenance = own_provenance(own, sound["provenance.json"], values, root / "flags", codes_of) | own_fields.provenance
    tables = {"provenance": provenance, "licences": sound["licences.json"]}
    sources = cast("SourceTable", {**sound["sources.json"], **tables})
    changes = [sound[name] for name in sorted(sound, reverse=True) if name.startswith("changes/")]
    listed = cast("list[ChangesFile]", changes)
    return Dataset(
        records=records,
        reference=reference,
        aliases=aliases,
        names=names,
        sources=sources,
        notice=notice,
        changes=with_own_changes(listed, corrected),
        revision=_revision(sound, own_fields.values),
        interface=interface,
        left_out=frozenset(left_out),
        table_corrections=own.of_tables,
    )


def encode(value: Country) -> Record:
    """Encode a record, whose fields are in the order of answers."""
    body = orjson.dumps(value)
    return Record(value, body, digest(body))


def _without_country(flags: Path, names: Collection[str]) -> Iterator[Problem]:
    """Report the flags in a folder, and the calendars, of no country. Among *names* are the files of all countries."""
    # A file in upper case is refused by its own name.
    codes = {Path(name).stem.lower() for name in names if name.startswith("countries/")}
    drawn = (f"flags/{path.name}" for path in flags.glob("[!.]*.svg"))
    for name in (*drawn, *(name for name in names if name.startswith("holidays/"))):
        if Path(name).stem not in codes:
            yield Problem(name, "", "has no country; rename it to match a file of countries/, or remove it")


def dataset_files(folder: Path) -> dict[str, Path]:
    """Find the files that a build reads, by name.

    Names that begin with a dot are locks and attributes, which editors and systems write.
    """
    paths = [path for group in _GROUPS for path in (folder / group).glob("*.json") if not path.name.startswith(".")]
    paths += [path for name in _SINGLE_FILES if (path := folder / name).exists() or path.is_symlink()]
    return {path.relative_to(folder).as_posix(): path for path in paths}


def _read(folder: Path, problems: list[Problem]) -> tuple[dict[str, bytes], dict[str, JsonObject]]:
    """Read the files by name: their texts, and the objects of those that are valid."""
    names = dataset_files(folder)
    problems += [Problem(name, "", _MISSING) for name in _REQUIRED if name not in names]
    if not any(name.startswith("countries/") for name in names):
        problems.append(Problem("countries", "", "contains no <cca2>.json"))
    texts = dict.fromkeys(sorted(names), b"")
    files: dict[str, JsonObject] = {}
    for name, path in sorted(names.items()):
        try:
            texts[name] = path.read_bytes()
        except OSError as error:
            problems.append(Problem(name, "", f"cannot be read: {error.strerror}"))
            continue
        if (value := parse_object(name, texts[name], problems)) is not None:
            files[name] = value
    if (form := files.get("sources.json", {}).get("form", FORM)) != FORM:
        message = f"is {orjson.dumps(form).decode()}; this version of the builder reads {FORM}"
        raise InputError([Problem("sources.json", "form", message)], _OTHER_FORM)
    return texts, files


def _countries(
    files: Mapping[str, JsonObject],
    cdn: str,
    interface: Interface,
    own: Mapping[str, JsonObject],
    problems: list[Problem],
) -> dict[str, Country]:
    """Return the valid records by file name."""
    values: dict[str, Country] = {}
    model: TypeAdapter[Country] = TypeAdapter(interface.country)
    people = files.get("reference/capital-years.json", {})
    for name, stored in files.items():
        if name.startswith("countries/"):
            holidays = files.get(_holidays_of(name))
            further = own.get(Path(name).stem.upper(), {})
            value = country_value(name, stored, holidays, cdn, problems, model=model, people=people, own=further)
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


def _revision(files: Mapping[str, JsonObject], own: Mapping[str, JsonObject]) -> str:
    """Hash the content of *files* and of *own* fields, independent of formatting and of the site's URLs."""
    countries = {
        name: digest(orjson.dumps([value, files.get(_holidays_of(name))], option=orjson.OPT_SORT_KEYS))
        for name, value in files.items()
        if name.startswith("countries/")
    }
    # Changes are of earlier datasets.
    apart = ("changes/", "countries/", "holidays/")
    others = {name: value for name, value in files.items() if not name.startswith(apart)}
    return digest(orjson.dumps([others, countries, *([own] if own else [])], option=orjson.OPT_SORT_KEYS))
