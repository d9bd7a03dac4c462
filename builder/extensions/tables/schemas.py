"""Makes the JSON Schema of a table, and its Table Schema for a data package (Frictionless Data Package 2.0)."""

from typing import Any

from pydantic import TypeAdapter

from builder.api.json_schemas import Schema
from builder.extensions.tables.table import Column, Table

_FIELD_TYPES = {"text": "string", "date": "date", "list": "list", "objects": "array"}


def row_definitions(table: Table) -> dict[str, Schema]:
    """Return the JSON Schema of a row and of each type of object in it, by the names of their models."""
    row = TypeAdapter(table.row_model).json_schema(ref_template="#/$defs/{model}")
    inner: dict[str, Schema] = row.pop("$defs", {})
    definitions: dict[str, Any] = {table.row_model.__name__: row, **inner}
    for definition in definitions.values():
        definition.pop("title", None)
        for column in definition["properties"].values():
            column.pop("title", None)
            column.pop("default", None)
            # Strict readers refuse keywords that JSON Schema does not have.
            if unit := column.pop("unit", None):
                column["description"] += f" Unit: {unit}."
        # Every row has every column, with null for an unknown value.
        definition["required"] = [*definition["properties"]]
    return definitions


def row_schema(table: Table) -> dict[str, object]:
    """Describe the JSON file of a table as JSON Schema (2020-12)."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": table.title,
        "description": table.sentence,
        "type": "object",
        "required": ["kind", "name", "schemaVersion", "revision", "license", "sources", "rows"],
        "properties": {
            "kind": {"const": "table"},
            "name": {"const": table.name},
            "schemaVersion": {"const": 1},
            "revision": {"type": "string", "description": "Hash of the rows; it changes with them."},
            "license": {"type": "string", "description": "Licence of the rows, an SPDX expression."},
            "sources": {"type": "array", "items": {"type": "object"}, "minItems": 1},
            "rows": {"type": "array", "items": {"$ref": f"#/$defs/{table.row_model.__name__}"}},
        },
        "$defs": {name: {"additionalProperties": False, **schema} for name, schema in row_definitions(table).items()},
    }


def table_schema(table: Table) -> dict[str, object]:
    """Describe the CSV of a table: its fields, its primary key, and its references to the resource ``countries``."""
    schema: dict[str, object] = {
        "fields": [field_of(column) for column in table.columns],
        "primaryKey": [*table.key],
        "missingValues": [""],
    }
    references = [
        {"fields": [column.name], "reference": {"resource": "countries", "fields": ["cca2"]}}
        for column in table.columns
        if column.is_country and column.type == "text"
    ]
    return {**schema, "foreignKeys": references} if references else schema


def field_of(column: Column) -> dict[str, object]:
    """Describe a column as a field of a Table Schema."""
    field: dict[str, object] = {
        "name": column.name,
        "type": _FIELD_TYPES.get(column.type, column.type),
        "description": column.description,
    }
    if column.type == "list":
        field["delimiter"] = ";"
    if column.is_required and not column.is_list:
        field["constraints"] = {"required": True}
    return field
