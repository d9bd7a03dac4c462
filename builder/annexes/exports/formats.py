"""The formats of ``countries export``: the files that the documents offer for download, and all flags."""

import io
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from builder.annex import Exported
from builder.annexes.exports.csv_download import csv_body
from builder.annexes.exports.json_download import json_body, ndjson_body
from builder.annexes.exports.sqlite_download import sqlite_body
from builder.images import make_images
from builder.input_errors import silent
from builder.whole_files import write_whole

# The earliest date of the format, so that the same images give the same bytes.
_MOMENT = (1980, 1, 1, 0, 0, 0)


def write_json(exported: Exported, folder: Path) -> Path:
    """Write one JSON array, ``countries.json``. Each record has the same bytes as in an answer of the service."""
    return write_whole(folder / "countries.json", json_body(exported.bodies))


def write_lines(exported: Exported, folder: Path) -> Path:
    """Write newline-delimited JSON, ``countries.ndjson``."""
    return write_whole(folder / "countries.ndjson", ndjson_body(exported.bodies))


def write_csv(exported: Exported, folder: Path) -> Path:
    """Write ``countries.csv``; with ``--fields``, it has one column for each path."""
    return write_whole(folder / "countries.csv", csv_body(exported.values, exported.paths))


def write_sqlite(exported: Exported, folder: Path) -> Path:
    """Write the database, ``countries.sqlite``."""
    site = exported.site
    body = sqlite_body(exported.values, site.dataset.revision, site.date, site.tables)
    return write_whole(folder / "countries.sqlite", body)


def write_flags(exported: Exported, folder: Path) -> Path:
    """Write ``flags.zip``: every flag as ``svg/<cca2>.svg`` and ``png/<cca2>.png``, with their licence notice."""
    site, request = exported.site, exported.request
    images = make_images(site.dataset, request.data / "flags", site.config.flags, request.cache, silent)
    files = {asset.address.removeprefix("/flags/"): asset.file.body for asset in images}
    notice = (request.data / "notices" / "flag-icons.txt").read_bytes()
    body = io.BytesIO()
    with ZipFile(body, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted({**files, "LICENCE.txt": notice}.items()):
            entry = ZipInfo(name, _MOMENT)
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return write_whole(folder / "flags.zip", body.getvalue())
