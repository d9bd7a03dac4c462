"""The feed of changes."""

import json
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from builder.config import load_config
from builder.input_errors import InputError
from builder.stages.documents.downloads.change_feed import changes_feed, changes_json, read_changes
from builder.types import Dataset, SourceTable
from tests.support.project import ROOT

ATOM = "{http://www.w3.org/2005/Atom}"
SOURCES: SourceTable = {"fetchedAt": "2026-11-01T00:00:00Z", "sources": (), "services": (), "provenance": {}}
DATASET = Dataset((), {}, {}, {}, SOURCES, {}, "abc")
CHANGE = {"cca2": "JP", "field": "population", "old": 1, "new": 2, "source": "world-bank"}


def _feed(folder: Path) -> tuple[dict[str, Any], Any]:
    changes = read_changes(folder, {"JP", "FR"})
    feed = changes_feed(changes, DATASET, load_config(ROOT / "site_config.toml"))
    return json.loads(changes_json(changes, DATASET)), etree.fromstring(feed)


def _write(folder: Path, day: str, *changes: object) -> None:
    (folder / "changes").mkdir(exist_ok=True)
    (folder / "changes" / f"{day}.json").write_text(json.dumps({"date": day, "changes": changes}), "utf-8")


def test_without_changes_the_feed_is_empty_and_valid(tmp_path: Path) -> None:
    whole, feed = _feed(tmp_path)
    assert whole["changes"] == []
    assert feed.findall(f"{ATOM}entry") == []
    assert [feed.findtext(f"{ATOM}{name}") for name in ("title", "updated")] == [
        "Country Reference: changes of the dataset",
        "2026-11-01T00:00:00Z",
    ]
    assert feed.findtext(f"{ATOM}id")


def test_each_refresh_is_an_entry_the_newest_first(tmp_path: Path) -> None:
    _write(tmp_path, "2026-11-01", CHANGE)
    _write(tmp_path, "2026-11-21", CHANGE, {"cca2": "FR", "field": "name", "old": None, "new": "<b>&"})
    whole, feed = _feed(tmp_path)
    assert whole["changes"][0] == {"date": "2026-11-21", **CHANGE}
    entries = feed.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}updated") for entry in entries] == ["2026-11-21T00:00:00Z", "2026-11-01T00:00:00Z"]
    assert entries[0].findtext(f"{ATOM}title") == "2 values of 2 countries changed"
    assert "FR, name: none to &lt;b&gt;&amp;" in (entries[0].findtext(f"{ATOM}content") or "")
    assert feed.findtext(f"{ATOM}updated") == "2026-11-21T00:00:00Z"
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 2


def test_every_invalid_file_is_listed(tmp_path: Path) -> None:
    _write(tmp_path, "2026-11-21", {"cca2": 5})
    (tmp_path / "changes/2026-11-22.json").write_text("{", "utf-8")
    (tmp_path / "changes/2026-11-23.json").write_text('{"date": "2026-01-01", "changes": []}', "utf-8")
    with pytest.raises(InputError) as raised:
        read_changes(tmp_path, ())
    assert [(one.file, one.where) for one in raised.value.problems] == [
        ("changes/2026-11-21.json", "changes[0]"),
        ("changes/2026-11-22.json", ""),
        ("changes/2026-11-23.json", "date"),
    ]


def test_change_of_a_country_that_never_was_in_the_dataset_is_named(tmp_path: Path) -> None:
    _write(tmp_path, "2026-11-20", CHANGE, {**CHANGE, "cca2": "AN"}, {**CHANGE, "cca2": "ZZ"})
    _write(tmp_path, "2026-11-21", {"cca2": "AN", "field": "cca2", "old": "AN", "new": None})
    with pytest.raises(InputError, match=r"^changes/2026-11-20.json: changes\[2\]: is of ZZ, which is not") as raised:
        read_changes(tmp_path, {"JP"})
    assert len(raised.value.problems) == 1
