"""The files about the sources of the dataset, and the reference lists."""

import json
import re
from copy import deepcopy
from typing import Any

import pytest

from builder.stages.dataset.file_validation import file_problems
from tests.support.project import ROOT

DATA = ROOT / "data"
PATHS = (*(DATA / f"{name}.json" for name in ("sources", "provenance", "licences")), *DATA.glob("reference/*.json"))
SHIPPED: dict[str, Any] = {
    path.relative_to(DATA).as_posix(): json.loads(path.read_text("utf-8")) for path in sorted(PATHS)
}
OUTLINE = ("reference/outlines.json", "objects", "countries", "geometries", 1)


def problems(files: dict[str, Any]) -> dict[str, str]:
    """Return the messages about *files*, by file and place."""
    return {f"{file}: {where}": message for file, where, message in json.loads(file_problems(files))}


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
        (edited("reference/bounds.json", "figures", value=[]), "reference/bounds.json: figures"),
        (edited("reference/bounds.json", "figures", "area", value=[1]), "reference/bounds.json: figures.area"),
        (edited("reference/bounds.json", "figures", "area", 1, value="5"), "reference/bounds.json: figures.area.1"),
        (edited("reference/bounds.json", "unMembers", value=True), "reference/bounds.json: unMembers"),
        (
            edited("reference/bounds.json", "kilometresToCapital", value=[]),
            "reference/bounds.json: kilometresToCapital",
        ),
        (edited("reference/continents.json", "continents", value="Europe"), "reference/continents.json: continents"),
        (edited("reference/statuses.json", "statuses", 0, value=None), "reference/statuses.json: statuses.0"),
        (
            edited("reference/unRegionalGroups.json", "unRegionalGroups", value={}),
            "reference/unRegionalGroups.json: unRegionalGroups",
        ),
        (edited("reference/coverage.json", "AU", value=[]), "reference/coverage.json: AU"),
        (edited("reference/currencies.json", "AED", value=7), "reference/currencies.json: AED"),
        (edited("reference/languages.json", "deu", value="German"), "reference/languages.json: deu"),
        (edited("reference/languages.json", "deu", "alpha2", value=None), "reference/languages.json: deu.alpha2"),
        (edited("reference/local-issues.json", "CKD", value={}), "reference/local-issues.json: CKD"),
        (edited("reference/regions.json", "Asia", value={}), "reference/regions.json: Asia"),
        (edited("reference/outlines.json", "arcs", 0, 1, value=[1]), "reference/outlines.json: arcs.0.1"),
        (
            edited("reference/outlines.json", "transform", "scale", value=[1, 2, 3]),
            "reference/outlines.json: transform.scale",
        ),
        (
            edited(*OUTLINE, "arcs", 0, value=2),
            "reference/outlines.json: objects.countries.geometries.1.Polygon.arcs.0",
        ),
        (edited(*OUTLINE, "type", value="Point"), "reference/outlines.json: objects.countries.geometries.1"),
    ],
)
def test_wrong_shape_is_named_with_its_place(files: dict[str, Any], where: str) -> None:
    found = problems(files)
    assert list(found) == [where]
    assert re.search("should (be|have)|expected", found[where])


def test_every_missing_member_is_named() -> None:
    files = edited("sources.json", "sources", 0, value={"id": "one"})
    del files["provenance.json"]["area"]["sources"]
    del files["reference/languages.json"]["deu"]["name"]
    files["reference/outlines.json"] = {}
    found = problems(files)
    assert set(found.values()) == {"is required but missing"}
    assert {place for place in found if place.startswith("reference/")} == {
        "reference/languages.json: deu.name",
        "reference/outlines.json: arcs",
        "reference/outlines.json: objects",
        "reference/outlines.json: transform",
    }
    assert {"sources.json: sources.0.title", "sources.json: sources.0.url", "provenance.json: area.sources"} <= set(
        found
    )


def test_members_and_files_that_no_build_reads_are_allowed() -> None:
    files = edited("reference/bounds.json", "note", value=1)
    assert problems(files | {"reference/own.json": {"any": []}, "reference/statuses.json": {}}) == {}
