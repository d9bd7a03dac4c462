"""The feeds of changes."""

import json
from typing import Any

from lxml import etree

from builder.annexes.pages.change_feed import changes_json, feed_documents
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


def feeds_of(changes: tuple[Change, ...]) -> dict[str, Any]:
    documents = feed_documents(changes, DATASET, load_config(ROOT / "site_config.toml"))
    return {document.address: etree.fromstring(document.make()) for document in documents}


def test_without_changes_the_feeds_are_empty_and_valid() -> None:
    feeds = feeds_of(())
    assert "/docs/changes/names.atom" in feeds
    for feed in feeds.values():
        assert feed.findall(f"{ATOM}entry") == []
        assert feed.findtext(f"{ATOM}updated") == "2026-11-01T00:00:00Z"
        assert feed.findtext(f"{ATOM}id")


def test_each_refresh_is_an_entry_the_newest_first() -> None:
    feed = feeds_of(CHANGES)["/docs/changes.atom"]
    entries = feed.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}updated") for entry in entries] == ["2026-11-21T00:00:00Z", "2026-11-01T00:00:00Z"]
    assert entries[0].findtext(f"{ATOM}title") == "France, Common name: <b>& to France, and 1 more"
    content = entries[0].findtext(f"{ATOM}content") or ""
    assert "&lt;b&gt;&amp; to France" in content
    assert "World Bank, 2025" in content
    assert feed.findtext(f"{ATOM}updated") == "2026-11-21T00:00:00Z"
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 2


def test_feed_of_a_kind_has_that_kind_alone() -> None:
    feed = feeds_of(CHANGES)["/docs/changes/names.atom"]
    assert [entry.findtext(f"{ATOM}title") for entry in feed.findall(f"{ATOM}entry")] == [
        "France, Common name: <b>& to France"
    ]


def test_json_has_every_change_with_its_words() -> None:
    change: FieldChange = {"cca2": "JP", "field": "population", "old": 1, "new": 2, "source": "world-bank"}
    other: FieldChange = {"cca2": "JP", "field": "enrichment.population.asOf", "old": "2024", "new": "2025"}
    whole = json.loads(changes_json([{"date": "2026-11-21", "changes": [change, other]}], CHANGES, "abc"))
    words = {"kind": "figures", "text": "Population: 1 to 2", "anchor": "on-2026-11-21-jp-population"}
    assert whole["changes"] == [
        {"date": "2026-11-21", **change, **words},
        {"date": "2026-11-21", **other},
    ]
