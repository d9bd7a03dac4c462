"""Dot paths of fields."""

from typing import Any

from refresh.field_paths import discard, leaves, store


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
