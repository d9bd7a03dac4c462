"""Makes the files with all records, and describes them for the page of downloads."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256

from builder.api.output_paths import DOCS_FOLDER
from builder.api.types import Entry
from builder.documents.document import document
from builder.documents.document_data import DocumentData, readable_size
from builder.extensions.exports.data_package import data_package
from builder.extensions.exports.flat_columns import flat_columns
from builder.extensions.exports.sqlite_download import sqlite_body
from builder.extensions.exports.text_downloads import csv_body, json_body, json_schema, ndjson_body
from builder.extensions.tables.site_tables import tables_of


@dataclass(frozen=True)
class Download:
    """A file to download. ``type`` is a key of ``headers.TYPES``, ``make`` makes the bytes."""

    name: str
    description: str
    type: str
    make: Callable[[], bytes]

    @cached_property
    def body(self) -> bytes:
        """The bytes, made once."""
        return self.make()

    @property
    def size(self) -> str:
        """Size with its unit, such as 1.2 MB."""
        return readable_size(len(self.body))

    @property
    def sha256(self) -> str:
        """SHA-256 hash, hexadecimal."""
        return sha256(self.body).hexdigest()

    @property
    def document(self) -> Entry:
        """The entry of the file."""
        return document(f"/{DOCS_FOLDER}/downloads/{self.name}", self.type, lambda: self.body)


def downloads_of(data: DocumentData) -> tuple[Download, ...]:
    """List the files to download."""
    site = data.site
    dataset, config = site.dataset, site.config
    values, bodies = [record.value for record in dataset.records], [record.body for record in dataset.records]
    columns = flat_columns(site)
    return (
        Download("countries.json", "all records as one JSON array", "json", partial(json_body, bodies)),
        Download("countries.ndjson", "one record per line", "ndjson", partial(ndjson_body, bodies)),
        Download("countries.csv", "one row per country, for spreadsheets", "csv", partial(csv_body, values, columns)),
        Download(
            "countries.sqlite",
            "a database with tables and views",
            "sqlite",
            partial(sqlite_body, dataset, site.date, columns, tables_of(site)),
        ),
        Download(
            "schema.json",
            "JSON Schema of `countries.json`",
            "json",
            lambda: json_schema(site.interface.schemas, config.site.title),
        ),
        Download(
            "datapackage.json",
            "Data Package that describes the CSV files, those of the tables too",
            "json",
            partial(data_package, dataset, columns, tables_of(site), site.sources, config),
        ),
    )
