"""``countries.json``, an array of all records, and ``countries.ndjson``, one record per line."""

from pathlib import Path

from builder.commands.export.records import Exported, write_whole


def write(exported: Exported, folder: Path) -> Path:
    """Write one JSON array. Each record has the same bytes as in an answer of the service."""
    return write_whole(folder / "countries.json", b"[%b]\n" % b",\n".join(exported.bodies))


def write_lines(exported: Exported, folder: Path) -> Path:
    """Write newline-delimited JSON."""
    return write_whole(folder / "countries.ndjson", b"".join(b"%b\n" % body for body in exported.bodies))
