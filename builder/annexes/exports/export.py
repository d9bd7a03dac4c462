"""Exports all records of the dataset, complete or projected by the edge core, in the formats of the annexes."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson

from builder.annex import Exported, Write
from builder.annexes import annexes
from builder.build_request import BuildRequest
from builder.config import load_config
from builder.input_errors import InputError, Problem, refuse
from builder.javascript.core_calls import asker, open_in_memory
from builder.site.reading import read_site
from builder.site.site import Site

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
    exported = _exported(request, fields)
    folder.mkdir(parents=True, exist_ok=True)
    formats = export_formats()
    return tuple(formats[name](exported, folder) for name in names)


def _exported(request: BuildRequest, fields: str) -> Exported:
    site = read_site(request, load_config(request.config, overrides=request.overrides))
    paths = _wanted_paths(fields)
    known = {path for record in site.dataset.records for path in _paths(record.value)}
    problems = [Problem("--fields", path, "is no field of any record") for path in paths if path not in known]
    refuse(problems, "The page on fields of the documents lists them.")
    bodies = _projected(site, fields) if fields else tuple(record.body for record in site.dataset.records)
    return Exported(request, site, tuple(map(orjson.loads, bodies)), bodies, paths)


def _wanted_paths(fields: str) -> tuple[str, ...]:
    """Split the option into its distinct paths; none means all fields, as ``*`` does."""
    paths = tuple(dict.fromkeys(path.strip() for path in fields.split(",") if path.strip()))
    return () if "*" in paths else paths


def _paths(value: Any, prefix: str = "") -> Iterator[str]:
    """Yield the dot paths of an object, through arrays."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield prefix + name
            yield from _paths(item, f"{prefix}{name}.")
    elif isinstance(value, list):
        for item in value:
            yield from _paths(item, prefix)


def _projected(site: Site, fields: str) -> tuple[bytes, ...]:
    """Select *fields* of each record as a route does."""
    ask = asker(open_in_memory(site.core, site.manifest, site.dataset.records), lambda _path: b"")
    query = quote(fields, safe=",.*")
    answers = [ask(f"/v1/alpha/{record.cca2}?fields={query}") for record in site.dataset.records]
    if (first := answers[0]).status != 200:
        raise InputError([Problem("--fields", "", orjson.loads(first.body)["message"])])
    return tuple(answer.body[1:-1].encode() for answer in answers)
