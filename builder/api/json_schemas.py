"""The JSON Schemas of the record model, from which the documents, clients and exports describe answers."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from builder.api.record_fields import ANSWERS

# The names of the members of an object, each with those of its value; ``*`` stands for any name.
Members = dict[str, "Members"]


# The keywords of JSON Schema (2020-12) that the record model uses.
Schema = TypedDict(
    "Schema",
    {
        "$ref": str,
        "additionalProperties": "Schema",
        "anyOf": list["Schema"],
        "const": str,
        "default": object,
        "description": str,
        "enum": list[str],
        "format": str,
        "items": "Schema",
        "maxItems": int,
        "maxLength": int,
        "maximum": float | None,
        "minItems": int,
        "minLength": int,
        "minimum": float | None,
        "pattern": str,
        "patternProperties": dict[str, "Schema"],
        "properties": dict[str, "Schema"],
        "propertyNames": "Schema",
        "required": list[str],
        "title": str,
        "type": str,
    },
    total=False,
)


@cache
def schemas() -> dict[str, Schema]:
    """Make the JSON Schema (2020-12) of every object, by class name, with references to ``#/components/schemas/``.

    The schemas allow additional fields, and the classes do not: a client must accept fields of later releases. Callers
    share the result and must not change it.
    """
    _, whole = TypeAdapter.json_schemas(
        [(model.__name__, "validation", TypeAdapter(model)) for model in ANSWERS],
        ref_template="#/components/schemas/{model}",
    )
    definitions: dict[str, Schema] = whole["$defs"]
    for definition in definitions.values():
        definition.pop("title", None)
        definition.pop("additionalProperties", None)
        for field in definition["properties"].values():
            field.pop("title", None)
            field.pop("default", None)
    return definitions


def members_of(model: type) -> Members:
    """Return the members that a value of *model* can have, in its order. Those of a list are those of its items."""
    schema = TypeAdapter(model).json_schema()
    return _members(schema, schema.get("$defs", {}))


def _members(schema: Any, definitions: dict[str, object]) -> Members:
    parts = [*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else [])]
    if "$ref" in schema:
        parts.append(definitions[schema["$ref"].rpartition("/")[2]])
    own = {name: _members(value, definitions) for name, value in schema.get("properties", {}).items()}
    for value in (*schema.get("patternProperties", {}).values(), schema.get("additionalProperties")):
        if isinstance(value, dict):
            own["*"] = _members(value, definitions)
    for part in parts:
        own |= _members(part, definitions)
    return own
