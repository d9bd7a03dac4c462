"""Makes the files with all records, and describes them for the page of downloads."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256

from builder.output_paths import DOCS_FOLDER
from builder.stages.documents.document import Document
from builder.stages.documents.downloads.csv_download import csv_body
from builder.stages.documents.downloads.json_download import json_body, json_schema, ndjson_body
from builder.stages.documents.downloads.sqlite_download import sqlite_body
from builder.types import Dataset


@dataclass(frozen=True)
class Download:
    """A file to download: its name, what it is, its type (a key of ``headers.TYPES``), and what makes its bytes."""

    name: str
    description: str
    type: str
    make: Callable[[], bytes]

    @cached_property
    def body(self) -> bytes:
        """Its bytes."""
        return self.make()

    @property
    def size(self) -> str:
        """Size as people write it."""
        return readable_size(len(self.body))

    @property
    def sha256(self) -> str:
        """SHA-256 hash, hexadecimal."""
        return sha256(self.body).hexdigest()

    @property
    def document(self) -> Document:
        """The document that it is."""
        return Document(f"/{DOCS_FOLDER}/downloads/{self.name}", self.type, lambda: self.body)


def make_downloads(dataset: Dataset) -> tuple[Download, ...]:
    """List the files. They are what ``countries export`` writes for the same dataset and origins."""
    values, bodies = [record.value for record in dataset.records], [record.body for record in dataset.records]
    date = str(dataset.sources.get("fetchedAt", ""))[:10]
    return (
        Download("countries.json", "all records as one JSON array", "json", partial(json_body, bodies)),
        Download("countries.ndjson", "one record per line", "ndjson", partial(ndjson_body, bodies)),
        Download("countries.csv", "one row per country, for spreadsheets", "csv", partial(csv_body, values)),
        Download(
            "countries.sqlite",
            "a database with tables and views",
            "sqlite",
            partial(sqlite_body, values, dataset.revision, date),
        ),
        Download("schema.json", "JSON Schema of `countries.json`", "json", json_schema),
    )


def readable_size(size: int) -> str:
    """Write a size as people do: ``1.8 MB``, ``42 KB``."""
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} KB"
