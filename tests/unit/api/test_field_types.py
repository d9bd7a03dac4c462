"""Dot paths of fields."""

from builder.api.field_types import value_at


def test_value_at_follows_objects_and_arrays() -> None:
    record = {"name": {"common": "Aland"}, "latlng": [60.1, 19.9]}
    assert value_at(record, "name.common") == "Aland"
    assert value_at(record, "latlng.1") == 19.9
    assert value_at(record, "latlng.2") is None
    assert value_at(record, "name.common.first") is None
