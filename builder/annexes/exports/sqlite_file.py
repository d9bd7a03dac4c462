"""``countries.sqlite``, as the documents offer it for download."""

from pathlib import Path

from builder.annexes.exports.records import Exported, write_whole
from builder.documents.downloads.sqlite_download import sqlite_body


def write(exported: Exported, folder: Path) -> Path:
    """Write the database."""
    body = sqlite_body(exported.values, exported.revision, exported.date, exported.data.tables)
    return write_whole(folder / "countries.sqlite", body)
