"""The JSON Schemas of the record model, from which the documents, clients and exports describe answers."""

from functools import cache
from typing import Any

from pydantic.json_schema import models_json_schema

from builder.api.record_fields import ANSWERS


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
