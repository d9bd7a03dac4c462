"""The exported records: all records of the dataset, complete or projected by the edge core."""

import os
from pathlib import Path
from urllib.parse import quote

import orjson

from builder.annex import Exported
from builder.build_request import BuildRequest
from builder.commands.field_names import refuse_unknown_fields, wanted_paths
from builder.config import Config
from builder.input_errors import InputError, Problem
from builder.javascript.core_calls import asker, open_in_memory
from builder.site.reading import read_site
from builder.site.site import Site


def export_records(request: BuildRequest, config: Config, fields: str) -> Exported:
    """Read the dataset and project its records to *fields*, as a route does.

    Raises ``InputError`` with every field that no record has.
    """
    data = read_site(request, config)
    paths = wanted_paths(fields)
    refuse_unknown_fields(paths, (record.value for record in data.dataset.records))
    bodies = tuple(record.body for record in data.dataset.records)
    if fields:
        bodies = _projected(data, fields)
    return Exported(request, data, tuple(map(orjson.loads, bodies)), bodies, paths)


def _projected(data: Site, fields: str) -> tuple[bytes, ...]:
    ask = asker(open_in_memory(data.core, data.manifest, data.dataset.records), lambda _path: b"")
    query = quote(fields, safe=",.*")
    answers = [ask(f"/v1/alpha/{record.cca2}?fields={query}") for record in data.dataset.records]
    if (first := answers[0]).status != 200:
        raise InputError([Problem("--fields", "", orjson.loads(first.body)["message"])])
    return tuple(answer.body[1:-1].encode() for answer in answers)


def write_whole(path: Path, body: bytes) -> Path:
    """Write *body* to *path* atomically: to a temporary name first, then renamed."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        beside.write_bytes(body)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return path
