"""``countries.json`` and ``countries.ndjson``, as the documents offer them for download, or with selected fields."""

from pathlib import Path

from builder.annex import Exported
from builder.annexes.exports.records import write_whole
from builder.documents.downloads.json_download import json_body, ndjson_body


def write(exported: Exported, folder: Path) -> Path:
    """Write one JSON array. Each record has the same bytes as in an answer of the service."""
    return write_whole(folder / "countries.json", json_body(exported.bodies))


def write_lines(exported: Exported, folder: Path) -> Path:
    """Write newline-delimited JSON."""
    return write_whole(folder / "countries.ndjson", ndjson_body(exported.bodies))
