"""Stored answers of live services."""

from refresh.live_responses import plain
from refresh.refresh_types import Fact


def test_stored_form_is_sorted_and_omits_countries_without_facts() -> None:
    facts = {"BB": {}, "AA": {"b": Fact(2, "2024", "2026-01-01T00:00:00Z"), "a": Fact(1)}}
    assert plain(facts) == {
        "AA": {
            "a": {"value": 1, "asOf": "", "fetchedAt": ""},
            "b": {"value": 2, "asOf": "2024", "fetchedAt": "2026-01-01T00:00:00Z"},
        }
    }
    assert list(plain(facts)["AA"]) == ["a", "b"]
