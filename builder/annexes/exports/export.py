"""Exports all records of the dataset in the formats of the annexes."""

from collections.abc import Mapping
from pathlib import Path

from builder.annex import Write
from builder.annexes import annexes
from builder.build_request import BuildRequest
from builder.config import load_config
from builder.input_errors import InputError, Problem
from builder.site.reading import read_site


def export_formats() -> Mapping[str, Write]:
    """Return the formats of all annexes by name."""
    return {name: write for annex in annexes() for name, write in annex.formats.items()}


def export(request: BuildRequest, names: tuple[str, ...], folder: Path) -> tuple[Path, ...]:
    """Write all records to *folder* in each of the formats *names*; return the paths written.

    Raises ``InputError`` when the dataset is invalid. No file is ever incomplete.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError([Problem(str(folder), "", "is not a directory")], "Use another folder with --to.")
    site = read_site(request, load_config(request.config, overrides=request.overrides))
    folder.mkdir(parents=True, exist_ok=True)
    formats = export_formats()
    return tuple(formats[name](site, request, folder) for name in names)
