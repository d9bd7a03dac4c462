"""The outlines follow the records."""

import json
from itertools import pairwise

import pytest

from builder.extensions.tables.outline_geometry import Degrees
from refresh.audit.points import rings_by_code
from tests.support.cases import load_cases
from tests.support.outlines import shape_at
from tests.support.project import ROOT

SHIPPED = json.loads((ROOT / "data" / "tables" / "outlines.json").read_text("utf-8"))


def test_every_shipped_outline_is_that_of_a_record() -> None:
    codes = {path.stem.upper() for path in (ROOT / "data" / "countries").glob("*.json")}
    assert codes - rings_by_code(SHIPPED).keys() == {"BV", "CC", "GI", "TK", "UM", "VA"}
    assert rings_by_code(SHIPPED).keys() <= codes


@pytest.mark.parametrize(("code", "place"), load_cases("shipped_outlines")["places"])
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
