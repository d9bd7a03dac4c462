"""Describes the objects of answers as tables and lists of fields, from their JSON Schemas."""

from collections.abc import Iterator, Mapping

from builder.api.json_schemas import REFERENCE, Schema

_RECORD = "Country"
Schemas = Mapping[str, Schema]
_NULL: Schema = {"type": "null"}


def field_table(schemas: Schemas, name: str) -> str:
    """Format the fields of an object of *schemas* as a Markdown table: name, type, presence, meaning."""
    rows = []
    for field, schema in schemas[name]["properties"].items():
        cells = (f"`{field}`", _type_in_words(schema, "[{0}](#{1})"), _presence(schemas[name], field))
        rows.append(f"| {' | '.join(cells)} | {_meaning(schemas, schema)} |")
    return "\n".join(["| Field | Type | Presence | Meaning |", "|---|---|---|---|", *rows])


def field_line(schemas: Schemas, name: str) -> str:
    """List the fields of an object with their types on one line; ``?``: the field is neither required nor null."""
    fields = []
    for field, schema in schemas[name]["properties"].items():
        optional = "?" if _presence(schemas[name], field) == "optional" else ""
        null = " or null" if _NULL in schema.get("anyOf", ()) else ""
        fields.append(f"`{field}{optional}` {_type_in_words(schema, '{0}')}{null}")
    return ", ".join(fields)


def describe_object(schemas: Schemas, name: str) -> str:
    """Return the first line of an object's description."""
    description: str = schemas[name]["description"]
    return description.partition("\n")[0]


def record_fields(schemas: Schemas, name: str = _RECORD, prefix: str = "") -> Iterator[tuple[str, Schema]]:
    """Yield the dot path and the schema of each field of a record in order. The fields of an object come after it."""
    for field, schema in schemas[name]["properties"].items():
        yield prefix + field, schema
        if "$ref" in schema:
            yield from record_fields(schemas, schema["$ref"].removeprefix(REFERENCE), f"{prefix}{field}.")


def _meaning(schemas: Schemas, schema: Schema) -> str:
    # A field without a description of its own has that of the object to which it refers.
    return str(schema.get("description") or describe_object(schemas, schema["$ref"].removeprefix(REFERENCE)))


def _presence(schema: Schema, field: str) -> str:
    can_be_null = _NULL in schema["properties"][field].get("anyOf", ())
    if field in schema.get("required", ()):
        return "required, or null" if can_be_null else "required"
    return "nullable" if can_be_null else "optional"


def _type_in_words(schema: Schema, link: str) -> str:
    """Describe a type in words; *link* formats the name of an object and its anchor."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REFERENCE)
        return link.format(name, name.lower())
    if "anyOf" in schema:
        return " or ".join(_type_in_words(option, link) for option in schema["anyOf"] if option != _NULL)
    if "enum" in schema or "const" in schema:
        return " or ".join(f"`{value}`" for value in schema.get("enum") or [schema["const"]])
    if schema["type"] == "array":
        return f"array of {_type_in_words(schema['items'], link)}"
    if schema["type"] == "object":
        [values] = schema.get("patternProperties", {}).values() or [schema["additionalProperties"]]
        return f"object, each {_type_in_words(values, link)}"
    return str(schema["type"])
