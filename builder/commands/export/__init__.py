"""All records as files, for whoever has the dataset: one module a format.

No route of ``/v1`` answers all full records at once. This command writes them, with the same bytes for the same
dataset; a format's module says what is in its file.
"""

from collections.abc import Callable
from pathlib import Path

from builder.commands.export import csv, json, npm, parquet, sqlite, svg_png_zip
from builder.commands.export.records import Exported, read_records
from builder.config import load_config
from builder.inputs import Request
from builder.problems import InputError, Problem

Write = Callable[[Exported, Path], Path]
"""Writes into a folder and returns the path of what it wrote, a file or a folder."""

FORMATS: dict[str, Write] = {
    "json": json.write,
    "ndjson": json.write_lines,
    "csv": csv.write,
    "sqlite": sqlite.write,
    "parquet": parquet.write,
    "npm": npm.write,
    "flags": svg_png_zip.write,
}
# The others have a shape of their own.
_PROJECTED = ("json", "ndjson", "csv", "parquet")


def export(request: Request, names: tuple[str, ...], folder: Path, fields: str) -> tuple[Path, ...]:
    """Write all records into *folder*, once in each of the formats *names*; return what was written.

    *fields* is the query parameter of the same name; empty means all. Raises ``InputError`` for fields that leave
    nothing, for a format that takes none, and for whatever is refused of the dataset. A file appears whole or not at
    all.
    """
    if fields and (unfit := [name for name in names if name not in _PROJECTED]):
        advice = f"Leave it out, or name one of {', '.join(_PROJECTED)}."
        raise InputError([Problem("--fields", name, "has a fixed shape and takes no fields") for name in unfit], advice)
    if folder.exists() and not folder.is_dir():
        raise InputError([Problem(str(folder), "", "is not a directory")], "Name another with --to.")
    exported = read_records(request, load_config(request.config, overrides=request.overrides), fields)
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(FORMATS[name](exported, folder) for name in names)
