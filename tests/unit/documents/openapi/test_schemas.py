"""The schemas of the OpenAPI description."""

from builder.documents.openapi.schemas import make_schemas
from builder.documents.values.schema_references import referenced


def test_references_name_existing_schemas() -> None:
    schemas = make_schemas()
    assert {name for schema in schemas.values() for name in referenced(schema)} <= schemas.keys()
