"""Checks the files of ``data/`` that no build reads, so that a fault in one is found before the next refresh."""

import json
from collections.abc import Collection, Iterator
from pathlib import Path

from builder.api.record_fields import Country
from builder.input_errors import InputError, Problem
from refresh.overrides import load_overrides

_OVERRIDES = "curated/overrides"


def faults_of_unread_files(data: Path, codes: Collection[str] | None, refused: Collection[str]) -> Iterator[Problem]:
    """Yield each file below *data* that is not JSON, and each correction that no refresh can apply.

    Files that are *refused* already are left out. *codes* are the alpha-2 codes of the dataset, ``None`` if it is
    invalid.
    """
    for path in sorted(data.rglob("*.json")):
        name = path.relative_to(data).as_posix()
        if name in refused or path.name.startswith(".") or path.is_relative_to(data / _OVERRIDES):
            continue
        try:
            json.loads(path.read_bytes())
        except (ValueError, RecursionError) as error:
            yield Problem(name, "", f"is not JSON: {error}")
    try:
        rows = load_overrides(data / _OVERRIDES)
    except InputError as error:
        yield from (problem._replace(file=f"{_OVERRIDES}/{problem.file}") for problem in error.problems)
        return
    for row in rows:
        file, place = f"{_OVERRIDES}/{row.file}", f"{row.country}.{row.field}"
        if codes is not None and row.country not in codes:
            yield Problem(file, place, f'"{row.country}" is not the alpha-2 code of a country in the dataset')
        if row.field.split(".")[0] not in Country.model_fields:
            yield Problem(file, place, "is no field of the record model (builder/api/record_fields.py)")
