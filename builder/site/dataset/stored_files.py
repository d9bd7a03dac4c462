"""Reads the files of a dataset: the shipped files, without what the site leaves out, and the files of the owner."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from builder.api.aliases import ALIAS_TABLES, NAME_FILES
from builder.api.dataset_files import ChangesFile, Reference
from builder.api.interface import Interface
from builder.api.types import JsonObject, OwnValue
from builder.inputs.errors import InputError, Problem
from builder.inputs.json_files import parse_object
from builder.project.config import Config
from builder.site.dataset.additions import Additions, apply_corrections, read_additions, without_reused_codes
from builder.site.dataset.own_values import read_own_values
from builder.site.dataset.part_of_world import codes_in_use, countries_left_out, is_left_out, without_records

_SINGLE_FILES = ("notice.json", "sources.json", "licences.json")
_GROUPS = ("aliases", "changes", "countries", "holidays", "names", "reference")
REFERENCE_LISTS = tuple(Reference.__annotations__)
# The files that each dataset must have. Without a file of aliases or names, requests for these would find nothing.
_REQUIRED = (
    *_SINGLE_FILES,
    *(f"reference/{name}.json" for name in REFERENCE_LISTS),
    *(f"aliases/{table.file}.json" for table in ALIAS_TABLES),
    *(f"names/{file}.json" for file in NAME_FILES),
)
FORM = 2
"""The form of the datasets that this builder reads. A dataset without a number has the first form."""
_OTHER_FORM = "Install the builder's version that the dataset was made for, or change the files as the changelog says."
_MISSING = "is missing, and a build needs it; restore it, or copy it from what countries init --with-data writes"


@dataclass(frozen=True)
class StoredFiles:
    """The files of a site, not yet validated: ``names`` are their paths, ``files`` the objects of those that are JSON.

    ``shipped`` are the paths of all files of the dataset. ``left_out`` and ``left_out_cca3`` are the alpha-2
    and alpha-3 codes of the countries of the dataset that the site leaves out. ``own``, ``own_fields`` and
    ``own_changes`` are what the owner of the site adds in the folder ``root``. ``codes`` maps every code of a country
    to its alpha-2 code.
    """

    root: Path
    names: Sequence[str]
    files: Mapping[str, JsonObject]
    shipped: Sequence[str]
    left_out: set[str]
    left_out_cca3: set[str]
    codes: Mapping[str, str]
    own: Additions
    own_fields: Mapping[str, Mapping[str, OwnValue]]
    own_changes: Sequence[ChangesFile]
    interface: Interface


def read_stored_files(folder: Path, config: Config, config_file: Path, problems: list[Problem]) -> StoredFiles:
    """Read the dataset in *folder*, and what the owner adds in the folder of *config_file*.

    Faults are added to *problems*. Raises ``InputError`` for a dataset of another form.
    """
    root, interface = config_file.parent, Interface(config.fields)
    shipped, every_file = _read(folder, problems)
    own = read_additions(root, problems)
    with_own = {**every_file, **own.records}
    codes = codes_in_use(with_own)
    left_out = countries_left_out(config.dataset.countries, with_own, config_file.name, problems)
    left_out &= {Path(name).stem.upper() for name in every_file if name.startswith("countries/")}
    own = without_reused_codes(own, every_file, left_out, problems)
    files = {**(without_records(every_file, left_out) if left_out else every_file), **own.records}
    files, own_changes = apply_corrections(own, files, codes, interface.fields, problems)
    remaining = [name for name in shipped if not is_left_out(name, left_out)]
    return StoredFiles(
        root=root,
        names=[*dict.fromkeys((*remaining, *own.records))],
        files=files,
        shipped=shipped,
        left_out=left_out,
        left_out_cca3={str(value.get("cca3")) for name, value in every_file.items() if is_left_out(name, left_out)},
        codes=codes,
        own=own,
        own_fields=read_own_values(root / "fields", config.fields, codes, left_out - own.codes, problems),
        own_changes=own_changes,
        interface=interface,
    )


def dataset_files(folder: Path) -> dict[str, Path]:
    """Find the JSON files that a build reads, by name. Hidden files, which editors and systems write, are left out."""
    paths = [path for group in _GROUPS for path in (folder / group).glob("*.json") if not path.name.startswith(".")]
    paths += [path for name in _SINGLE_FILES if (path := folder / name).exists() or path.is_symlink()]
    return {path.relative_to(folder).as_posix(): path for path in paths}


def _read(folder: Path, problems: list[Problem]) -> tuple[list[str], dict[str, JsonObject]]:
    """List the names of the files, and read the JSON objects of the files that can be parsed."""
    names = dataset_files(folder)
    problems += [Problem(name, "", _MISSING) for name in _REQUIRED if name not in names]
    if not any(name.startswith("countries/") for name in names):
        problems.append(Problem("countries", "", "contains no <cca2>.json"))
    files: dict[str, JsonObject] = {}
    for name, path in sorted(names.items()):
        try:
            content = path.read_bytes()
        except OSError as error:
            problems.append(Problem(name, "", f"cannot be read: {error.strerror}"))
            continue
        if (value := parse_object(name, content, problems)) is not None:
            files[name] = value
    if "sources.json" in files and (form := files["sources.json"].get("form", 1)) != FORM:
        message = f"is {orjson.dumps(form).decode()}; this version of the builder reads {FORM}"
        raise InputError([Problem("sources.json", "form", message)], _OTHER_FORM)
    return sorted(names), files
