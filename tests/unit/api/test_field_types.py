"""Dot paths of fields, and the depth of values of any type."""

import pytest

from builder.api.field_types import shallow, value_at


def test_value_at_follows_objects_and_arrays() -> None:
    record = {"name": {"common": "Aland"}, "latlng": [60.1, 19.9]}
    assert value_at(record, "name.common") == "Aland"
    assert value_at(record, "latlng.1") == 19.9
    assert value_at(record, "latlng.2") is None
    assert value_at(record, "name.common.first") is None


def test_value_that_is_nested_too_deeply_is_refused() -> None:
    deep: object = 1
    for _ in range(32):
        deep = [deep]
    assert shallow(deep) is deep
    with pytest.raises(ValueError, match="nested deeper than 32 levels"):
        shallow({"a": deep})
