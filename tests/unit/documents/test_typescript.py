"""TypeScript declarations of the record model."""

from typing import TYPE_CHECKING

import pytest

from builder.documents.typescript import interfaces_of

if TYPE_CHECKING:
    from builder.api.json_schemas import Schema


def test_interface_has_types_optional_fields_and_descriptions() -> None:
    schema: Schema = {
        "description": "A place.",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "description": "Its name."},
            "latlng": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
            "kinds": {"type": "array", "items": {"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}},
            "by": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Other"}},
        },
    }
    assert interfaces_of({"Place": schema}, ["Place"]) == (
        "/** A place. */\nexport interface Place {\n  /** Its name. */\n  name: string;\n"
        "  latlng?: [number, number];\n  kinds?: ('a' | 'b' | null)[];\n  by?: Record<string, Other>;\n}\n"
    )


def test_unsupported_schema_is_rejected() -> None:
    with pytest.raises(ValueError, match="there is no TypeScript type"):
        interfaces_of({"A": {"description": "a", "properties": {"x": {}}}}, ["A"])
