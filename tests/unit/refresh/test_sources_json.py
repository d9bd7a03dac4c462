"""The list of sources."""

import json
from pathlib import Path

import pytest

from builder.inputs.errors import InputError
from refresh.sources_json import load_sources
from tests.support.project import ROOT


def test_years_of_holidays_follow_from_the_date_of_the_list() -> None:
    catalog = load_sources(ROOT / "data/sources.json")
    assert catalog.holiday_years == (catalog.year, catalog.year + 1)


def test_countries_come_from_a_package() -> None:
    assert load_sources(ROOT / "data/sources.json").source("world-countries").package


def test_unknown_source_is_rejected_with_the_existing_ids() -> None:
    catalog = load_sources(ROOT / "data/sources.json")
    with pytest.raises(InputError, match=r"nowhere: is not a source; the sources are .*world-countries"):
        catalog.source("nowhere")


def test_every_unknown_or_wrong_member_is_named(tmp_path: Path) -> None:
    whole = json.loads((ROOT / "data/sources.json").read_text("utf-8"))
    whole["fetchedAt"] = "2026-02-30T00:00:00Z"
    whole["sources"][0] |= {"lizenz": "MIT", "version": 5}
    whole["sources"][1]["package"]["manager"] = "cargo"
    whole["fields"]["area"] = "wikidata"
    (tmp_path / "sources.json").write_text(json.dumps(whole), "utf-8")
    with pytest.raises(InputError) as refused:
        load_sources(tmp_path / "sources.json")
    assert [problem.where for problem in refused.value.problems] == [
        "fetchedAt",
        "fields.area",
        "sources.0.lizenz",
        "sources.0.version",
        "sources.1.package.manager",
    ]
