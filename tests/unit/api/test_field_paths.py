"""Dot paths of fields."""

from typing import Any

from builder.api.field_paths import discard, leaves, store, value_at


def test_value_at_follows_objects_and_arrays() -> None:
    record = {"name": {"common": "Aland"}, "latlng": [60.1, 19.9]}
    assert value_at(record, "name.common") == "Aland"
    assert value_at(record, "latlng.1") == 19.9
    assert value_at(record, "latlng.2") is None
    assert value_at(record, "name.common.first") is None


def test_store_creates_missing_objects() -> None:
    record: dict[str, Any] = {}
    store(record, "enrichment.economics.gdp", 7)
    assert record == {"enrichment": {"economics": {"gdp": 7}}}


def test_discard_removes_objects_that_become_empty() -> None:
    record: dict[str, Any] = {"enrichment": {"economics": {"gdp": 7}, "development": {"hdi": 0.5}}}
    assert discard(record, "enrichment.economics.gdp")
    assert record == {"enrichment": {"development": {"hdi": 0.5}}}
    assert not discard(record, "enrichment.economics.gdp")


def test_leaves_yields_every_value_that_is_not_an_object() -> None:
    assert list(leaves({"a": {"b": 1, "c": [2]}, "d": None})) == [("a.b", 1), ("a.c", [2]), ("d", None)]
