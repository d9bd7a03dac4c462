"""The published tables are valid by tools that others wrote, and each of these finds a planted fault."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.processes import run


def test_sources_page_has_a_row_for_every_field_of_a_record(site: Path) -> None:
    """A field without a row of its own has rows for its members."""
    page = (site / "public/docs/data-sources.txt").read_text("utf-8")
    named = set(re.findall(r"^\| `([\w.]+)` \|", page.split("## Fields")[1], re.MULTILINE))
    (record,) = json.loads((site / "public/v1/alpha/de.json").read_bytes())
    assert [field for field in record if not any(f"{name}.".startswith(f"{field}.") for name in named)] == []


def test_rows_of_each_table_are_those_of_its_schema(site: Path) -> None:
    from jsonschema import Draft202012Validator

    tables = json.loads((site / "public/tables/index.json").read_bytes())["tables"]
    for table in tables:
        schema = json.loads((site / f"public/tables/{table['name']}.schema.json").read_bytes())
        Draft202012Validator.check_schema(schema)
        content = json.loads((site / f"public/tables/{table['name']}.json").read_bytes())
        validator = Draft202012Validator(schema)
        assert len(content["rows"]) == table["rows"]
        # The models of the rows, from which the schema is made, have judged them all.
        content["rows"] = content["rows"][:: len(content["rows"]) // 50 + 1]
        assert [error.message for error in validator.iter_errors(content)][:3] == [], table["name"]
        planted = {**content, "rows": [{**content["rows"][0], "unknown": 1}]}
        assert not validator.is_valid(planted), table["name"]


def _outline_faults(folder: Path) -> list[str]:
    return run("node", "tests/extensions/tables/outlines_check.js", folder).stdout.splitlines()


def test_outlines_are_geojson_by_the_right_hand_rule_and_equal_the_topojson(site: Path) -> None:
    assert len([*(site / "public/tables/outlines").iterdir()]) == 244
    assert _outline_faults(site / "public/tables") == []


def _reverse(outline: dict[str, Any]) -> None:
    outline["geometry"]["coordinates"][0].reverse()


def _move(outline: dict[str, Any]) -> None:
    outline["geometry"]["coordinates"][0][1][0] += 1


def _open(outline: dict[str, Any]) -> None:
    outline["geometry"]["coordinates"][0].pop()


_OUTLINE_FAULTS: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "ch": (_reverse, "an outer ring runs clockwise"),
    "lu": (_move, "has other positions than the TopoJSON"),
    "sm": (_open, "First and last positions of a Polygon or MultiPolygon"),
}


def test_fault_of_an_outline_is_found(site: Path, tmp_path: Path) -> None:
    (tmp_path / "outlines").mkdir()
    shutil.copy(site / "public/tables/outlines.topo.json", tmp_path)
    for code, (edit, _) in _OUTLINE_FAULTS.items():
        outline = json.loads((site / f"public/tables/outlines/{code}.geojson").read_bytes())
        edit(outline)
        (tmp_path / f"outlines/{code}.geojson").write_text(json.dumps(outline))
    found = _outline_faults(tmp_path)
    for code, (_, fault) in _OUTLINE_FAULTS.items():
        assert any(one.startswith(f"{code}.geojson: {fault}") for one in found), fault
