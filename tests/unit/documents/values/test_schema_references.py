"""References between schemas."""

from typing import Any

from builder.documents.values.schema_references import schemas_below


def test_schemas_below_are_those_referenced_directly_or_through_others() -> None:
    refer = {"properties": {"x": {"anyOf": [{"$ref": "#/components/schemas/B"}]}}}
    schemas: dict[str, dict[str, Any]] = {
        "A": refer,
        "B": {"items": {"$ref": "#/components/schemas/D"}},
        "C": {},
        "D": refer,
    }
    assert schemas_below(schemas, "A") == ["A", "B", "D"]
