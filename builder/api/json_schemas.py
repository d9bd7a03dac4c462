"""Makes the JSON Schemas of models, and finds members and references in schemas."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import orjson
from pydantic import TypeAdapter

REFERENCE = "#/components/schemas/"
_REFERRED = re.compile(rf'"\$ref":"{REFERENCE}(\w+)"')

# The members of an object by name, each with the members of its value. The name ``*`` stands for any name.
Members = dict[str, "Members"]

Schema = dict[str, Any]
"""A schema of JSON Schema (2020-12), as plain JSON."""


def make_schemas(models: Iterable[type]) -> dict[str, Schema]:
    """Make the JSON Schema (2020-12) of *models* and of the objects inside them, by class name.

    References begin with ``#/components/schemas/``. The models refuse additional fields, but their schemas allow them,
    because a client must accept the fields of later releases.
    """
    _, document = TypeAdapter.json_schemas(
        [(model.__name__, "validation", TypeAdapter(model)) for model in models],
        ref_template=f"{REFERENCE}{{model}}",
    )
    definitions: dict[str, Schema] = document["$defs"]
    for definition in definitions.values():
        definition.pop("title", None)
        definition.pop("additionalProperties", None)
        for field in definition["properties"].values():
            field.pop("title", None)
            field.pop("default", None)
    return definitions


def members_of(model: type) -> Members:
    """Return the members that a value of *model* can have, in order. A list has the members of its items."""
    schema = TypeAdapter(model).json_schema()
    return _members(schema, schema.get("$defs", {}))


def has_field(fields: Members, path: str) -> bool:
    """Whether the dot *path* leads to one of *fields*, or to a member inside one of them."""
    found: Members | None = fields
    for name in path.split("."):
        if found is None:
            return False
        # A number is a position in a list.
        found = found.get(name, found.get("*", found if name.isdigit() else None))
    return found is not None


def _members(schema: Any, definitions: dict[str, object]) -> Members:
    parts = [*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else [])]
    if "$ref" in schema:
        parts.append(definitions[schema["$ref"].rpartition("/")[2]])
    members = {name: _members(value, definitions) for name, value in schema.get("properties", {}).items()}
    for value in (*schema.get("patternProperties", {}).values(), schema.get("additionalProperties")):
        if isinstance(value, dict):
            members["*"] = _members(value, definitions)
    for part in parts:
        members |= _members(part, definitions)
    return members


def schemas_below(schemas: Mapping[str, Schema], name: str) -> list[str]:
    """List *name* and the names of the schemas that the schema *name* refers to, directly or through other schemas."""
    found = [name]
    for referring in found:
        found += [other for other in dict.fromkeys(referenced(schemas[referring])) if other not in found]
    return found


def referenced(schema: Schema) -> list[str]:
    """List the names of the schemas that a schema, or a part of one, refers to."""
    return _REFERRED.findall(orjson.dumps(schema).decode())


def move_references(schema: Any, prefix: str) -> Any:
    """Return *schema* with references that begin with *prefix* instead of ``#/components/schemas/``."""
    return orjson.loads(orjson.dumps(schema).replace(f'"$ref":"{REFERENCE}'.encode(), f'"$ref":"{prefix}'.encode()))
