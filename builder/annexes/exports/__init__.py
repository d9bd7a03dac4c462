"""Exports all records as files, with one module for each format.

No route of ``/v1`` answers all complete records at once; this command writes them. The same dataset gives the same
bytes. The module of a format describes its files.
"""

from collections.abc import Callable
from pathlib import Path

from builder.annexes.exports import csv_file, json_file, sqlite_file, svg_png_zip
from builder.annexes.exports.records import Exported, export_records
from builder.annexes.npm import package as npm
from builder.build_request import BuildRequest
from builder.config import load_config
from builder.input_errors import InputError, Problem

Write = Callable[[Exported, Path], Path]
"""Writes to a folder and returns the path of the file or folder that it wrote."""

FORMATS: dict[str, Write] = {
    "json": json_file.write,
    "ndjson": json_file.write_lines,
    "csv": csv_file.write,
    "sqlite": sqlite_file.write,
    "npm": npm.write,
    "flags": svg_png_zip.write,
}
# The other formats have a fixed shape.
_PROJECTED = ("json", "ndjson", "csv")


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
    return tuple(FORMATS[name](exported, folder) for name in names)
