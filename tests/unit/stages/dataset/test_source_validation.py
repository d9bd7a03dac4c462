"""The files about the sources of the dataset."""

import json
from copy import deepcopy
from typing import Any

import pytest

from builder.stages.dataset.source_validation import source_problems
from tests.support.project import ROOT

NAMES = ("sources.json", "provenance.json", "licences.json")
SHIPPED: dict[str, Any] = {name: json.loads((ROOT / "data" / name).read_text("utf-8")) for name in NAMES}


def problems(files: dict[str, Any]) -> dict[str, str]:
    """Return the messages about *files*, by file and place."""
    return {f"{file}: {where}": message for file, where, message in json.loads(source_problems(files))}


def edited(name: str, *way: str | int, value: Any) -> dict[str, Any]:
    """Copy the shipped files with another *value* at a place of one."""
    files = deepcopy(SHIPPED)
    place = files[name]
    for key in way[:-1]:
        place = place[key]
    place[way[-1]] = value
    return files


def test_shipped_files_have_no_problem() -> None:
    assert problems(SHIPPED) == {}
    assert problems({}) == {}


@pytest.mark.parametrize(
    ("files", "where"),
    [
        (edited("sources.json", "sources", value={}), "sources.json: sources"),
        (edited("sources.json", "sources", 0, value="wikidata"), "sources.json: sources.0"),
        (edited("sources.json", "sources", 1, "date", value=2025), "sources.json: sources.1.date"),
        (edited("sources.json", "services", value=None), "sources.json: services"),
        (edited("provenance.json", "area", value=[]), "provenance.json: area"),
        (edited("provenance.json", "area", "sources", value=["DE"]), "provenance.json: area.sources"),
        (edited("provenance.json", "area", "curated", value={"DE": []}), "provenance.json: area.curated.DE"),
        (edited("licences.json", "notices", 0, "credit", value=None), "licences.json: notices.0.credit"),
    ],
)
def test_wrong_shape_is_named_with_its_place(files: dict[str, Any], where: str) -> None:
    found = problems(files)
    assert list(found) == [where]
    assert "should be" in found[where]


def test_every_missing_member_is_named() -> None:
    files = edited("sources.json", "sources", 0, value={"id": "one"})
    del files["provenance.json"]["area"]["sources"]
    found = problems(files)
    assert set(found.values()) == {"is required but missing"}
    assert {"sources.json: sources.0.title", "sources.json: sources.0.url", "provenance.json: area.sources"} <= set(
        found
    )
