"""The outlines of the map follow the records."""

import json
from pathlib import Path
from typing import Any

import pytest

from builder.input_errors import InputError
from builder.refresh.outlines import outlines, outlines_by_record
from builder.refresh.package_archive import Archive
from builder.topojson import key_of_shape
from tests.support.project import ROOT
from tests.support.refresh.packages import tarball
from tests.support.refresh.small_atlas import small_atlas


def _shapes(topology: dict[str, Any]) -> dict[str, Any]:
    return {key_of_shape(shape): shape for shape in topology["objects"]["countries"]["geometries"]}


def test_shape_without_a_record_is_joined_without_the_border_between() -> None:
    shapes = _shapes(outlines_by_record(small_atlas()))
    assert "N. Cyprus" not in shapes
    assert "Somaliland" not in shapes
    # The ring goes around both squares: the western rest and the eastern rest, not the border.
    assert shapes["196"]["arcs"] == [[1, 2]]


def test_part_with_a_record_is_taken_out() -> None:
    shapes = _shapes(outlines_by_record(small_atlas()))
    assert shapes["254"] == {
        "type": "Polygon", "id": "254", "properties": {"name": "French Guiana"}, "arcs": [[31]],
    }  # fmt: skip
    assert shapes["250"]["arcs"] == [[30]]


def test_disputed_borders_are_an_object_of_lines() -> None:
    disputed = outlines_by_record(small_atlas())["objects"]["disputed"]["geometries"]
    assert disputed[0] == {"type": "MultiLineString", "properties": {"between": ["688", "Kosovo"]}, "arcs": [[6]]}
    assert [line["arcs"] for line in disputed] == [[[number]] for number in (6, 9, 12, 15, 18, 21, 24, 27)]
    kashmir = next(line for line in disputed if line["properties"]["between"] == ["356", "586"])
    assert kashmir["properties"]["within"] == [73, 32.5, 78, 36]


def test_missing_shape_is_named() -> None:
    atlas = small_atlas()
    shapes = atlas["objects"]["countries"]["geometries"]
    atlas["objects"]["countries"]["geometries"] = [shape for shape in shapes if key_of_shape(shape) != "Somaliland"]
    with pytest.raises(KeyError, match="Somaliland"):
        outlines_by_record(atlas)


def test_every_shipped_outline_is_that_of_a_record() -> None:
    shipped = json.loads((ROOT / "data" / "reference" / "outlines.json").read_text("utf-8"))
    records = [json.loads(path.read_text("utf-8")) for path in (ROOT / "data" / "countries").glob("*.json")]
    known = {record["ccn3"] for record in records if "ccn3" in record} | {"Kosovo"}
    assert set(_shapes(shipped)) <= known
    assert len(_shapes(shipped)) == 176


def test_file_has_the_outlines_of_the_package(tmp_path: Path) -> None:
    archive = Archive(tarball(tmp_path / "atlas-1.tgz", {"world/110m.json": small_atlas()}))
    assert json.loads(outlines(archive, [])["reference/outlines.json"]) == outlines_by_record(small_atlas())


def test_invalid_outlines_are_rejected(tmp_path: Path) -> None:
    archive = Archive(tarball(tmp_path / "atlas-1.tgz", {"world/110m.json": {"objects": {}}}))
    with pytest.raises(InputError, match=r"atlas-1\.tgz: world/110m\.json: is not TopoJSON of countries"):
        outlines(archive, [])
