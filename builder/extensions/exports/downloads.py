"""Lists the files to download: all records in several formats, and descriptions of these files."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import orjson

from builder.api.json_schemas import Schema, move_references, schemas_below
from builder.api.output_paths import DOCS_FOLDER
from builder.api.types import Entry
from builder.documents.document_data import DocumentData, readable_size
from builder.documents.rendering import document
from builder.extensions.exports.csv_columns import csv_columns
from builder.extensions.exports.data_package import data_package
from builder.extensions.exports.sqlite_download import sqlite_body
from builder.extensions.tables.cells import csv_file
from builder.extensions.tables.loading import tables_of


@dataclass(frozen=True)
class Download:
    """A file to download; ``make`` makes its bytes. The ending of its name is a key of ``response_headers.TYPES``."""

    name: str
    description: str
    make: Callable[[], bytes]

    @property
    def type(self) -> str:
        """The ending of the name."""
        return self.name.rpartition(".")[2]

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
    records, tables, columns = site.dataset.records, tables_of(site).rows, csv_columns(site)
    names = [column.name for column in columns]
    rows = ([column.value(record.value) for column in columns] for record in records)
    return (
        Download(
            "countries.json",
            "all records as one JSON array",
            lambda: b"[%b]\n" % b",\n".join(record.body for record in records),
        ),
        Download(
            "countries.ndjson", "one record per line", lambda: b"".join(b"%b\n" % record.body for record in records)
        ),
        Download("countries.csv", "one row per country, for spreadsheets", lambda: csv_file(names, rows)),
        Download(
            "countries.sqlite",
            "a database with tables and views",
            lambda: sqlite_body(site.dataset, site.date, columns, tables),
        ),
        Download(
            "schema.json",
            "JSON Schema of `countries.json`",
            lambda: _json_schema(site.interface.schemas, site.config.site.title),
        ),
        Download(
            "datapackage.json",
            "Data Package that describes the CSV files, those of the tables too",
            lambda: data_package(site, columns, tables),
        ),
    )


def _json_schema(described: Mapping[str, Schema], title: str) -> bytes:
    """Describe ``countries.json`` of the site *title* as JSON Schema; *described* are the schemas of its records."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"All records of {title}",
        "type": "array",
        "items": {"$ref": "#/$defs/Country"},
        "$defs": {name: move_references(described[name], "#/$defs/") for name in schemas_below(described, "Country")},
    }
    return orjson.dumps(schema, option=orjson.OPT_INDENT_2) + b"\n"
