"""Makes TypeScript declarations of the record model from its JSON Schemas."""

from builder.api.json_schemas import schemas
from builder.stages.documents.schema_references import REFERENCE
from builder.types import JsonObject

_SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


# Renamed declarations, because every program has other types with these names.
_RENAMED = {"Error": "ErrorAnswer"}
_SELECTED = """/** What `fields` leaves of an answer: every field can be absent. */
export type Selected<T> = T extends readonly (infer Item)[]
  ? Selected<Item>[]
  : T extends object
    ? { [Name in keyof T]?: Selected<T[Name]> }
    : T;
"""


def declare_answers() -> str:
    """Declare every object of answers, and the type of a projection."""
    declared = {_RENAMED.get(name, name): schema for name, schema in schemas().items()}
    return f"{declare(declared, list(declared))}\n{_SELECTED}".strip()


def declare(described: dict[str, JsonObject], names: list[str]) -> str:
    """Declare an interface for each of *names*, with the descriptions of its fields.

    Raises ``ValueError`` for an unsupported schema, instead of using ``any``.
    """
    return "\n".join(_interface(name, described[name]) for name in names)


def _interface(name: str, schema: JsonObject) -> str:
    required = schema.get("required", ())
    lines = [f"/** {schema['description']} */", f"export interface {name} {{"]
    for field, inner in schema["properties"].items():
        if description := inner.get("description"):
            lines.append(f"  /** {description} */")
        lines.append(f"  {field}{'' if field in required else '?'}: {_type(inner)};")
    return "\n".join([*lines, "}", ""])


def _type(schema: JsonObject) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(REFERENCE)
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        return " | ".join(f"'{value}'" for value in schema.get("enum", [schema.get("const")]))
    match schema.get("type"):
        case "array":
            return _array(schema)
        case "object":
            values = list(schema.get("patternProperties", {}).values()) or [schema["additionalProperties"]]
            return f"Record<string, {' | '.join(map(_type, values))}>"
        case str() as scalar if scalar in _SCALARS:
            return _SCALARS[scalar]
        case _:
            raise ValueError(f"there is no TypeScript type for {schema}")


def _array(schema: JsonObject) -> str:
    inner = _type(schema["items"])
    if schema.get("minItems") == schema.get("maxItems") == 2:
        return f"[{inner}, {inner}]"
    return f"({inner})[]" if " | " in inner else f"{inner}[]"
