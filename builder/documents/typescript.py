"""Makes TypeScript declarations of the record model from its JSON Schemas."""

from collections.abc import Mapping

from builder.api.json_schemas import Schema

_SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
# Declarations with another name than their schema, because JavaScript has the type ``Error``.
_RENAMED = {"Error": "ErrorAnswer"}
_SELECTED = """/** What `fields` leaves of an answer: every field can be absent. */
export type Selected<T> = T extends readonly (infer Item)[]
  ? Selected<Item>[]
  : T extends object
    ? { [Name in keyof T]?: Selected<T[Name]> }
    : T;
"""


def answer_declarations(schemas: Mapping[str, Schema]) -> str:
    """Declare an interface for each of *schemas*, by name, and ``Selected``, the type of an answer with ``fields``."""
    declared = {_RENAMED.get(name, name): schema for name, schema in schemas.items()}
    return f"{interfaces_of(declared, list(declared))}\n{_SELECTED}".strip()


def interfaces_of(schemas: dict[str, Schema], names: list[str]) -> str:
    """Declare an interface for each of *names* among *schemas*, with the descriptions of its fields.

    Raises ``ValueError`` for a type that has no declaration, instead of using ``any``.
    """
    lines = []
    for name in names:
        schema = schemas[name]
        lines += [f"/** {schema['description']} */", f"export interface {name} {{"]
        for field, inner in schema["properties"].items():
            if description := inner.get("description"):
                lines.append(f"  /** {description} */")
            lines.append(f"  {field}{'' if field in schema.get('required', ()) else '?'}: {_type(inner)};")
        lines += ["}", ""]
    return "\n".join(lines)


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        return " | ".join(f"'{value}'" for value in schema.get("enum") or [schema["const"]])
    match schema.get("type"):
        case "array":
            inner = _type(schema["items"])
            if " | " in inner:
                inner = f"({inner})"
            is_pair = schema.get("minItems") == schema.get("maxItems") == 2
            return f"[{inner}, {inner}]" if is_pair else f"{inner}[]"
        case "object":
            [values] = schema.get("patternProperties", {}).values() or [schema["additionalProperties"]]
            return f"Record<string, {_type(values)}>"
        case str() as scalar if scalar in _SCALARS:
            return _SCALARS[scalar]
        case _:
            raise ValueError(f"there is no TypeScript type for {schema}")
