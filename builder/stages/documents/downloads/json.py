"""``countries.json``, an array of all records, ``countries.ndjson``, one record per line, and their JSON Schema."""

from collections.abc import Iterable
from typing import Any

import orjson

from builder.api.json_schemas import schemas
from builder.stages.documents.schema_references import REFERENCE, schemas_below


def json_body(bodies: Iterable[bytes]) -> bytes:
    """Join records to one array. Each keeps its bytes."""
    return b"[%b]\n" % b",\n".join(bodies)


def ndjson_body(bodies: Iterable[bytes]) -> bytes:
    """Write a record on each line."""
    return b"".join(b"%b\n" % body for body in bodies)


def json_schema() -> bytes:
    """Describe ``countries.json`` as JSON Schema, with the schemas of the record model."""
    described = schemas()
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "All records of Country Reference",
        "type": "array",
        "items": {"$ref": "#/$defs/Country"},
        "$defs": {name: _local(described[name]) for name in schemas_below(described, "Country")},
    }
    return orjson.dumps(schema, option=orjson.OPT_INDENT_2) + b"\n"


def _local(schema: Any) -> Any:
    """Point references to the definitions of the same file."""
    if isinstance(schema, dict):
        return {key: _local(value) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_local(value) for value in schema]
    return schema.replace(REFERENCE, "#/$defs/") if isinstance(schema, str) else schema
