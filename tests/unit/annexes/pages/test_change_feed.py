"""The feed and the file of changes."""

import json
from typing import Any

from lxml import etree

from builder.annexes.pages.change_feed import changes_json, feed
from builder.annexes.pages.changes import FIGURES, NAMES, Change
from builder.config import load_config
from builder.dataset_types import FieldChange, SourceTable
from builder.types import Dataset
from tests.support.project import ROOT

ATOM = "{http://www.w3.org/2005/Atom}"
SOURCES: SourceTable = {"fetchedAt": "2026-11-01T00:00:00Z", "sources": (), "provenance": {}}
NO_REFERENCE: Any = {}
DATASET = Dataset((), NO_REFERENCE, {}, {}, SOURCES, {}, (), "abc")
CHANGE = {"cca2": "JP", "field": "population", "old": 1, "new": 2, "source": "world-bank"}
CHANGES = (
    Change("2026-11-21", "FR", "France", "name.common", NAMES, "Common name: <b>& to France", ""),
    Change("2026-11-21", "JP", "Japan", "population", FIGURES, "Population: 1 to 2", "World Bank, 2025"),
    Change("2026-11-01", "JP", "Japan", "population", FIGURES, "Population: 2 to 1", ""),
)


def feed_of(changes: tuple[Change, ...]) -> Any:
    return etree.fromstring(feed(changes, DATASET, load_config(ROOT / "site_config.toml")))


def test_without_changes_the_feed_is_empty_and_valid() -> None:
    empty = feed_of(())
    assert empty.findall(f"{ATOM}entry") == []
    assert empty.findtext(f"{ATOM}updated") == "2026-11-01T00:00:00Z"
    assert empty.findtext(f"{ATOM}id")


def test_each_refresh_is_an_entry_the_newest_first() -> None:
    whole = feed_of(CHANGES)
    entries = whole.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}updated") for entry in entries] == ["2026-11-21T00:00:00Z", "2026-11-01T00:00:00Z"]
    assert entries[0].findtext(f"{ATOM}title") == "France, Common name: <b>& to France, and 1 more"
    assert "&lt;b&gt;&amp; to France" in (entries[0].findtext(f"{ATOM}content") or "")
    assert whole.findtext(f"{ATOM}updated") == "2026-11-21T00:00:00Z"
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 2


def test_json_has_every_change_with_its_words() -> None:
    change: FieldChange = {"cca2": "JP", "field": "population", "old": 1, "new": 2, "source": "world-bank"}
    other: FieldChange = {"cca2": "JP", "field": "enrichment.population.asOf", "old": "2024", "new": "2025"}
    whole = json.loads(changes_json([{"date": "2026-11-21", "changes": [change, other]}], CHANGES, "abc"))
    words = {"kind": "figures", "text": "Population: 1 to 2", "anchor": "on-2026-11-21-jp-population"}
    assert whole["changes"] == [
        {"date": "2026-11-21", **change, **words},
        {"date": "2026-11-21", **other},
    ]
