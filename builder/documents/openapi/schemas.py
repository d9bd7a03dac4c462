"""Makes the schemas of ``/openapi.json`` from the record model: complete records, and projections by ``fields``."""

from typing import Any

from builder.api.json_schemas import Schema, schemas
from builder.documents.values.schema_references import REFERENCE, redirect, schemas_below

_PROJECTED = "Projected"


def reference(name: str) -> Schema:
    """Make a reference to the schema *name*."""
    return {"$ref": f"{REFERENCE}{name}"}


def make_schemas() -> dict[str, Schema]:
    """Make every schema by name: those of the model, and a projection of each part of a record.

    ``CountryAnswer`` is a complete record or a projection, so that clients get types for complete records and
    validation for projections.
    """
    made: dict[str, Schema] = {name: _keyed(schema) for name, schema in schemas().items()}
    for name in schemas_below(made, "Country"):
        projected = redirect(made[name], f"{REFERENCE}{_PROJECTED}")
        projected.pop("required", None)
        projected["description"] = f"The part of {name} requested by `fields`."
        made[f"{_PROJECTED}{name}"] = projected
    made["CountryAnswer"] = {
        "description": "A complete record or, with `fields`, the requested part.",
        "anyOf": [reference("Country"), reference(f"{_PROJECTED}Country")],
    }
    return dict(sorted(made.items()))


def _keyed(value: Any) -> Any:
    """Describe the keys and values of a map separately, because client generators ignore ``patternProperties``."""
    if isinstance(value, list):
        return [_keyed(item) for item in value]
    if not isinstance(value, dict):
        return value
    keyed = {key: _keyed(item) for key, item in value.items() if key != "patternProperties"}
    for pattern, schema in value.get("patternProperties", {}).items():
        keyed |= {"propertyNames": {"pattern": pattern}, "additionalProperties": _keyed(schema)}
    return keyed
