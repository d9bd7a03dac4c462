"""Exports all records as files, in the formats of the annexes."""

from collections.abc import Mapping
from pathlib import Path

from builder.annex import Write
from builder.annexes import annexes
from builder.annexes.exports.records import export_records
from builder.build_request import BuildRequest
from builder.config import load_config
from builder.input_errors import InputError, Problem

# The other formats have a fixed shape.
_PROJECTED = ("json", "ndjson", "csv")


def export_formats() -> Mapping[str, Write]:
    """Return the formats of all annexes by name."""
    return {name: write for annex in annexes() for name, write in annex.formats.items()}


def export(request: BuildRequest, names: tuple[str, ...], folder: Path, fields: str) -> tuple[Path, ...]:
    """Write all records to *folder* in each of the formats *names*; return the paths written.

    *fields* has the form of the query parameter; empty means all fields. Raises ``InputError`` when *fields* selects
    nothing or the format does not accept it, and when the dataset is invalid. No file is ever incomplete.
    """
    if fields and (unfit := [name for name in names if name not in _PROJECTED]):
        advice = f"Omit it, or use one of these formats: {', '.join(_PROJECTED)}."
        problems = [Problem("--fields", name, "has a fixed shape and does not accept fields") for name in unfit]
        raise InputError(problems, advice)
    if folder.exists() and not folder.is_dir():
        raise InputError([Problem(str(folder), "", "is not a directory")], "Use another folder with --to.")
    exported = export_records(request, load_config(request.config, overrides=request.overrides), fields)
    folder.mkdir(parents=True, exist_ok=True)
    formats = export_formats()
    return tuple(formats[name](exported, folder) for name in names)
