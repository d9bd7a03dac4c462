"""The outlines follow the records."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from builder.input_errors import InputError
from builder.topojson import Degrees, decoded, joined, rings_by_code
from refresh.outlines import outlines, outlines_by_record
from refresh.package_archive import Archive
from tests.support.outlines import shape_at
from tests.support.project import ROOT
from tests.support.refresh.packages import tarball
from tests.support.refresh.small_atlas import CODES, small_atlas

SHIPPED = json.loads((ROOT / "data" / "reference" / "outlines.json").read_text("utf-8"))
RECORDS: Any = {code: {"ccn3": number} for number, code in CODES.items()}


def corners(rings: list[list[Degrees]]) -> list[set[Degrees]]:
    return [{(round(x, 3), round(y, 3)) for x, y in ring} for ring in rings]


def square(west: float, south: float, width: float = 1) -> set[Degrees]:
    return {(west, south), (west, south + 1), (west + width, south + 1), (west + width, south)}


@pytest.fixture(scope="module")
def small() -> Any:
    return outlines_by_record(small_atlas(), CODES)


def test_shape_without_a_record_is_joined_without_the_border_between(small: Any) -> None:
    rings = corners(rings_by_code(small)["CY"])
    # The border is that from (1, 0) to (1, 1): both ends stay, and no line between them.
    assert rings == [square(0, 0, 2) | {(1, 0), (1, 1)}]
    (ring,) = rings_by_code(small)["CY"]
    assert not any({before[0], after[0]} == {1.0} for before, after in pairwise(ring))


def test_part_with_a_record_is_taken_out(small: Any) -> None:
    rings = rings_by_code(small)
    assert corners(rings["FR"]) == [square(2, 48)]
    assert corners(rings["GF"]) == [square(-54, 3)]
    assert corners(rings["SJ"]) == [square(16, 78)]
    assert corners(rings["CX"]) == [square(105.2, -10.9)]


def test_part_across_a_disputed_border_goes_to_the_other_record(small: Any) -> None:
    rings = corners(rings_by_code(small)["IL"])
    (golan,) = (ring for ring in corners(rings_by_code(small)["SY"]) if (36.0, 33.5) in ring)
    (rest,) = (ring for ring in rings if (35.0, 33.5) in ring)
    assert (35.577, 33.01) in golan & rest


def test_disputed_borders_are_an_object_of_lines(small: Any) -> None:
    lines = small["objects"]["disputed"]["geometries"]
    arcs = [[*decoded(arc, small["transform"])] for arc in small["arcs"]]
    kosovo = next(line for line in lines if line["properties"]["between"] == ["RS", "XK"])
    assert [corners([joined(line, arcs)])[0] for line in kosovo["arcs"]] == [{(1, 6), (1, 7)}]
    assert all(line["arcs"] for line in lines)
    kashmir = next(line for line in lines if line["properties"]["between"] == ["IN", "PK"])
    assert kashmir["properties"]["within"] == [73, 32.5, 78, 36]


def test_missing_shape_is_named() -> None:
    atlas = small_atlas()
    shapes = atlas["objects"]["countries"]["geometries"]
    atlas["objects"]["countries"]["geometries"] = [
        shape for shape in shapes if shape["properties"]["name"] != "Somaliland"
    ]
    with pytest.raises(KeyError, match="Somaliland"):
        outlines_by_record(atlas, CODES)


def test_shape_of_no_record_is_refused() -> None:
    with pytest.raises(KeyError, match="a record for Land 818"):
        outlines_by_record(small_atlas(), {number: code for number, code in CODES.items() if number != "818"})


def test_every_shipped_outline_is_that_of_a_record() -> None:
    codes = {path.stem.upper() for path in (ROOT / "data" / "countries").glob("*.json")}
    assert codes - rings_by_code(SHIPPED).keys() == {"BV", "CC", "GI", "TK", "UM", "VA"}
    assert rings_by_code(SHIPPED).keys() <= codes


@pytest.mark.parametrize(
    ("code", "place"),
    [
        ("SY", (35.8, 33.0)), ("IL", (35.53, 32.79)), ("IN", (77.1, 35.4)), ("PK", (74.5, 35.5)), ("SO", (44.06, 9.56)),
        ("SJ", (16.0, 78.0)), ("SJ", (-8.4, 71.0)), ("RE", (55.5, -21.1)), ("YT", (45.15, -12.8)),
        ("BQ", (-68.25, 12.15)),
        ("CX", (105.65, -10.5)), ("RU", (-175.0, 66.5)), ("FJ", (-179.88, -16.85)), ("AQ", (0.0, -89.0)),
    ],
)  # fmt: skip
def test_place_is_in_the_outline_of_its_record(code: str, place: Degrees) -> None:
    assert shape_at(place) == code


def test_border_of_the_golan_heights_meets_those_of_the_neighbours() -> None:
    rings = {code: {*(point for ring in own for point in ring)} for code, own in rings_by_code(SHIPPED).items()}
    ends = {code: min(rings["IL"] & rings["SY"] & rings[code], default=None) for code in ("LB", "JO")}
    assert {code: end and (round(end[0], 4), round(end[1], 4)) for code, end in ends.items()} == {
        "LB": (35.6028, 33.2407),
        "JO": (35.6111, 32.682),
    }
    # Kiryat Shmona and Rosh Pinna; Banias and Katzrin.
    west, east = ((35.57, 33.207), (35.542, 32.969)), ((35.694, 33.248), (35.69, 32.99))
    assert [shape_at(place) for place in (*west, *east)] == ["IL", "IL", "SY", "SY"]


def test_no_shipped_line_crosses_the_180th_meridian() -> None:
    for code, rings in rings_by_code(SHIPPED).items():
        for ring in rings:
            assert ring[0] == ring[-1]
            long = [(x, y) for (x, y), (after, _) in pairwise(ring) if abs(after - x) > 180]
            # The edge of Antarctica along the pole.
            assert all(code == "AQ" and y == -90 for _, y in long), (code, long)


def test_file_has_the_outlines_of_the_package(tmp_path: Path) -> None:
    archive = Archive(tarball(tmp_path / "atlas-1.tgz", {"world/50m.json": small_atlas()}))
    assert json.loads(outlines(archive, RECORDS)["reference/outlines.json"]) == outlines_by_record(small_atlas(), CODES)


def test_invalid_outlines_are_rejected(tmp_path: Path) -> None:
    archive = Archive(tarball(tmp_path / "atlas-1.tgz", {"world/50m.json": {"objects": {}}}))
    with pytest.raises(InputError, match=r"atlas-1\.tgz: world/50m\.json: is not TopoJSON of countries"):
        outlines(archive, RECORDS)
