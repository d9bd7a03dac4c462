"""Makes the files with all records, and describes them for the page of downloads."""

import sqlite3
from hashlib import sha256
from typing import NamedTuple

from builder.paths import DOCS_FOLDER
from builder.stages.documents.document_data import DocumentData, make_document
from builder.stages.documents.downloads.csv import csv_body
from builder.stages.documents.downloads.json import json_body, json_schema, ndjson_body
from builder.stages.documents.downloads.sqlite import sqlite_body
from builder.types import Asset


class Download(NamedTuple):
    """A file to download: its name, what it is, its size as people write it, and its SHA-256 hash."""

    name: str
    description: str
    size: str
    sha256: str
    asset: Asset


def make_downloads(site: DocumentData) -> tuple[Download, ...]:
    """Make the files. They are what ``countries export`` writes for the same dataset and origins."""
    records = site.dataset.records
    values, bodies = [record.value for record in records], [record.body for record in records]
    whole = json_body(bodies)
    date = str(site.dataset.sources.get("fetchedAt", ""))[:10]
    # The header of a database has the version of the library.
    made_of = b"\n".join([whole, site.dataset.revision.encode(), date.encode(), sqlite3.sqlite_version.encode()])
    database = site.memo.get(made_of, lambda: sqlite_body(values, site.dataset.revision, date))
    return (
        _download("countries.json", "all records as one JSON array", whole, "json"),
        _download("countries.ndjson", "one record per line", ndjson_body(bodies), "ndjson"),
        _download("countries.csv", "one row per country, for spreadsheets", csv_body(values), "csv"),
        _download("countries.sqlite", "a database with tables and views", database, "sqlite"),
        _download("schema.json", "JSON Schema of `countries.json`", json_schema(), "json"),
    )


def readable_size(size: int) -> str:
    """Write a size as people do: ``1.8 MB``, ``42 KB``."""
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} KB"


def _download(name: str, description: str, body: bytes, kind: str) -> Download:
    asset = make_document(f"{DOCS_FOLDER}/downloads/{name}", body, kind)
    return Download(name, description, readable_size(len(body)), sha256(body).hexdigest(), asset)
