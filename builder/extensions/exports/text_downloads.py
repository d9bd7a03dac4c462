"""Makes ``countries.json``, ``countries.ndjson``, ``countries.csv`` and the JSON Schema of the records.

``labels_and_columns`` of the extension ``tables`` declares the columns of the CSV.
"""

from collections.abc import Iterable, Mapping, Sequence

import orjson

from builder.api.json_schemas import Schema, redirect, schemas_below
from builder.api.record_model import Country
from builder.extensions.tables.cells import csv_file
from builder.extensions.tables.labels_and_columns import Column


def json_body(bodies: Iterable[bytes]) -> bytes:
    """Join the encoded records to one array."""
    return b"[%b]\n" % b",\n".join(bodies)


def ndjson_body(bodies: Iterable[bytes]) -> bytes:
    """Write each encoded record on a line."""
    return b"".join(b"%b\n" % body for body in bodies)


def csv_body(values: Iterable[Country], columns: Sequence[Column]) -> bytes:
    """Write the CSV, with a row for each record."""
    rows = ([column.value(record) for column in columns] for record in values)
    return csv_file([column.name for column in columns], rows)


def json_schema(described: Mapping[str, Schema], title: str) -> bytes:
    """Describe ``countries.json`` of the site *title* as JSON Schema; *described* are the schemas of its records."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"All records of {title}",
        "type": "array",
        "items": {"$ref": "#/$defs/Country"},
        "$defs": {name: redirect(described[name], "#/$defs/") for name in schemas_below(described, "Country")},
    }
    return orjson.dumps(schema, option=orjson.OPT_INDENT_2) + b"\n"
