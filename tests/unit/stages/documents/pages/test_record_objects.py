"""Tables of the objects of the record model."""

from builder.stages.documents.pages.object_tables import describe_objects
from builder.stages.documents.pages.record_objects import RecordObjects


def test_objects_held_returns_only_objects_of_the_records(texts: dict[str, str]) -> None:
    assert "No record has one in this release." not in texts["record"]
    held = RecordObjects(describe_objects()).held_by([{"name": {"native": {"deu": {}}}, "holidays": {"items": [{}]}}])
    assert held == {"Country", "CountryName", "NativeName", "CountryHolidays", "PublicHoliday"}


def test_field_table_describes_both_types_of_a_union(texts: dict[str, str]) -> None:
    assert "| `observedValue` | string or integer | required |" in texts["catalogs"]
