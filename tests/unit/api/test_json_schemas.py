"""References between schemas."""

from typing import TYPE_CHECKING

from builder.api.json_schemas import schemas_below

if TYPE_CHECKING:
    from builder.api.json_schemas import Schema


def test_schemas_below_a_schema_are_referenced_directly_or_through_others() -> None:
    refer: Schema = {"properties": {"x": {"anyOf": [{"$ref": "#/components/schemas/B"}]}}}
    schemas: dict[str, Schema] = {
        "A": refer,
        "B": {"items": {"$ref": "#/components/schemas/D"}},
        "C": {},
        "D": refer,
    }
    assert schemas_below(schemas, "A") == ["A", "B", "D"]
