"""``countries.sqlite``, as the documents offer it for download."""

from pathlib import Path

from builder.annex import Exported
from builder.annexes.exports.records import write_whole
from builder.documents.downloads.sqlite_download import sqlite_body


def write(exported: Exported, folder: Path) -> Path:
    """Write the database."""
    site = exported.site
    body = sqlite_body(exported.values, site.dataset.revision, site.date, site.tables)
    return write_whole(folder / "countries.sqlite", body)
