"""The JSON Schemas of the record model, from which the documents, clients and exports describe answers."""

from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from builder.api.record_fields import ANSWERS

# The names of the members of an object, each with those of its value; ``*`` stands for any name.
Members = dict[str, "Members"]


@cache
def schemas() -> dict[str, Any]:
    """Make the JSON Schema (2020-12) of every object, by class name, with references to ``#/components/schemas/``.

    The schemas allow additional fields, and the classes do not: a client must accept fields of later releases. Callers
    share the result and must not change it.
    """
    _, whole = models_json_schema(
        [(model, "validation") for model in ANSWERS], ref_template="#/components/schemas/{model}"
    )
    definitions: dict[str, Any] = whole["$defs"]
    for definition in definitions.values():
        definition.pop("title", None)
        definition.pop("additionalProperties")
        for field in definition["properties"].values():
            field.pop("title", None)
            field.pop("default", None)
    return definitions


def members_of(model: type[BaseModel]) -> Members:
    """Return the members that a value of *model* can have, in its order. Those of a list are those of its items."""
    schema = model.model_json_schema()
    return _members(schema, schema.get("$defs", {}))


def _members(schema: Any, definitions: dict[str, Any]) -> Members:
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
