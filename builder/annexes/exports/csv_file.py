"""``countries.csv``, as the documents offer it for download; with ``--fields``, one column for each path."""

from pathlib import Path

from builder.annex import Exported
from builder.annexes.exports.records import write_whole
from builder.documents.downloads.csv_download import csv_body


def write(exported: Exported, folder: Path) -> Path:
    """Write the file."""
    return write_whole(folder / "countries.csv", csv_body(exported.values, exported.paths))
