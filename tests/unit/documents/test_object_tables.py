"""Tables of the objects of the record model."""

from builder.api.json_schemas import referenced, schemas_below
from builder.documents.object_tables import record_fields
from tests.support.values import INTERFACE


def test_every_object_of_a_record_is_found_by_a_dot_path() -> None:
    named = {name for _, schema in record_fields(INTERFACE.schemas) for name in referenced(schema)}
    assert {"Country", *named} == set(schemas_below(INTERFACE.schemas, "Country"))


def test_field_table_describes_both_types_of_a_union(texts: dict[str, str]) -> None:
    assert "| `observedValue` | string or integer | required |" in texts["catalogs"]
