"""The schemas of the OpenAPI description."""

from builder.api.json_schemas import referenced
from builder.documents.openapi.components import with_projections
from tests.support.values import INTERFACE


def test_references_name_existing_schemas() -> None:
    schemas = with_projections(INTERFACE.schemas)
    assert {name for schema in schemas.values() for name in referenced(schema)} <= schemas.keys()
