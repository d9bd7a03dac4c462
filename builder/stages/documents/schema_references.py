"""References between the schemas of the record model, and the schemas that one of them needs."""

from collections.abc import Mapping
from typing import Any

from builder.types import JsonObject

REFERENCE = "#/components/schemas/"


def schemas_below(schemas: Mapping[str, JsonObject], name: str) -> list[str]:
    """List the schemas that *name* refers to, directly or through others, itself first."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        at = waiting.pop(0)
        if at not in found:
            found[at] = None
            waiting += referenced(schemas[at])
    return list(found)


def referenced(schema: Any) -> list[str]:
    """List the names of the schemas that a schema, or a part of one, refers to."""
    if isinstance(schema, list):
        return [name for item in schema for name in referenced(item)]
    if not isinstance(schema, dict):
        return []
    own = [schema["$ref"].removeprefix(REFERENCE)] if "$ref" in schema else []
    return own + [name for item in schema.values() for name in referenced(item)]
