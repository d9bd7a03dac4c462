"""Writes the datasets of the builder's tests, ``tests/fixtures/datasets/``, from the shipped one: see the README.

``few`` has what a site of some countries has, by the setting ``[dataset] countries``. ``world`` has the records of all
countries; most countries that ``few`` lacks have a plain flag there, and no calendar, no changes and no rows of the
large tables.
"""

import json
import re
import shutil
from collections.abc import Collection, Mapping
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, cast

from builder.extensions.tables.loading import without_codes
from builder.extensions.tables.models import TABLES
from builder.extensions.tables.table import Table
from builder.extensions.tables.topology import FILE as OUTLINES
from builder.extensions.tables.topology import without_shapes
from builder.site.dataset.part_of_world import countries_left_out, without_mentions, without_records
from builder.site.dataset.stored_files import dataset_files
from refresh.data_files import format_json
from tests.support.project import DATASETS, ROOT

# Neighbours and islands, members of the United Nations and non-members, some of each continent, and all countries in
# the examples of the documents.
FEW = re.findall("..", "ADALAQATAUBVCACHDEESFRGBIMITJPMTNGPESJUSVAVUXK")
_DATA = ROOT / "data"
_CORRECTIONS = _DATA / "curated" / "corrections"
_PLAIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480">'
    '<path fill="#{0}" d="M0 0h640v240H0z"/><path fill="#fff" d="M0 240h640v240H0z"/></svg>\n'
)
_WHOLE = ("LICENSE", "licences.json", "notice.json", "notices", "restcountries", "sources.json")
# Lists and objects whose members have a line each.
_LINES = ("", "arcs", "changes", "geometries", "items", "rows", "translations")
# Tables of which the world, too, has only the rows of a few countries, because they are large.
_LARGE = ("history", "names", "subdivisions")
# Countries with calendars that tests ask for.
_CALENDARS = (*FEW, "AX", "BR", "FI", "HK", "IN", "KE", "LK", "MO", "SE", "UA")
# The rows of the world's table ``history``: the countries that tests of pages compare, and a year of all for the map.
_HISTORY_COUNTRIES = (*FEW, "BR", "IN", "KE", "NR", "PS", "TV")
_HISTORY_YEAR = 1970
# A long line of the outlines has one point of this number of its points.
_POINTS = 5


def freeze() -> None:
    """Write both datasets anew."""
    shutil.rmtree(DATASETS, ignore_errors=True)
    files = {name: json.loads(path.read_bytes()) for name, path in dataset_files(_DATA).items()}
    outlines = json.loads((_DATA / OUTLINES).read_bytes())
    outlines["arcs"] = [_thinned(arc) for arc in outlines["arcs"]]
    left_out = countries_left_out(FEW, files, "FEW", [])
    left_out_cca3 = {str(files[f"countries/{code.lower()}.json"]["cca3"]) for code in left_out}
    few = without_mentions(without_records(files, left_out), left_out, left_out_cca3)
    few[OUTLINES] = cast("dict[str, Any]", without_shapes(outlines, left_out))
    world = {name: value for name, value in files.items() if not name.startswith(("changes/", "holidays/"))}
    world[OUTLINES] = outlines
    world |= {name: value for name, value in few.items() if name.startswith("changes/")}
    world |= {name: files[name] for name in (f"holidays/{code.lower()}.json" for code in _CALENDARS) if name in files}
    _write(DATASETS / "few/data", few, left_out, [table.name for table in TABLES])
    _write(DATASETS / "world/data", world, left_out, _LARGE)
    _write_history(DATASETS / "world/data/tables/history.json")
    for code in map(str.lower, left_out):
        flag = _PLAIN.format(f"{int.from_bytes(code.encode()) * 7919 % 0xFFFFFF:06x}")
        (DATASETS / "world/data/flags" / f"{code}.svg").write_text(flag, "utf-8")


def _write(folder: Path, dataset: Mapping[str, Any], left_out: Collection[str], cut: Collection[str]) -> None:
    """Write a dataset with flags and corrections of a few countries. The tables *cut* have only rows of these."""
    tables = [_rows(table, left_out if table.name in cut else ()) for table in TABLES if not table.make_rows]
    corrections = {f"curated/corrections/{path.name}": _few_corrections(path) for path in _CORRECTIONS.iterdir()}
    for name, value in {
        **dataset,
        **dict(tables),
        **{name: rows for name, rows in corrections.items() if rows},
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(format_json(value, _LINES), "utf-8")
    (folder / "flags").mkdir()
    for code in map(str.lower, FEW):
        shutil.copy(_DATA / "flags" / f"{code}.svg", folder / "flags")
    for path in (_DATA / "curated" / "facts").iterdir():
        value = json.loads(path.read_bytes())
        if path.stem == "bounds":
            records = [value for name, value in dataset.items() if name.startswith("countries/")]
            value["unMembers"] = sum(record.get("unMember", False) for record in records)
        facts = folder / "curated" / "facts"
        facts.mkdir(exist_ok=True)
        (facts / path.name).write_text(format_json(value), "utf-8")
    for name in _WHOLE:
        (shutil.copytree if (_DATA / name).is_dir() else shutil.copy)(_DATA / name, folder / name)
    shutil.copy(ROOT / "site_config.toml", folder.parent)


def _thinned(arc: list[list[int]]) -> list[list[int]]:
    """Leave out points of a long arc. Its first point is a position, each other point the distance from the last."""
    points = [*accumulate(arc, lambda one, step: [one[0] + step[0], one[1] + step[1]])]
    kept = [*points[:-1:_POINTS], points[-1]] if len(points) > 4 * _POINTS else points
    return [kept[0], *([x - before[0], y - before[1]] for before, (x, y) in pairwise(kept))]


def _write_history(path: Path) -> None:
    stored = json.loads((_DATA / "tables/history.json").read_bytes())
    rows = [row for row in stored["rows"] if row["cca2"] in _HISTORY_COUNTRIES or row["year"] == _HISTORY_YEAR]
    path.write_text(format_json(stored | {"rows": rows}, _LINES), "utf-8")


def _rows(table: Table, left_out: Collection[str]) -> tuple[str, object]:
    """Return the name and the content of the file of *table* without the countries that are left out."""
    file = f"tables/{table.name}.json"
    stored = json.loads((_DATA / file).read_bytes())
    whole = [{column.name: None for column in table.columns} | row for row in stored["rows"]]
    rows = [row for row in (without_codes(table, left_out, row) for row in whole) if row]
    return file, stored | {"rows": [{name: cell for name, cell in row.items() if cell is not None} for row in rows]}


def _few_corrections(path: Path) -> list[Any]:
    rows = json.loads(path.read_bytes())
    return [row for row in rows if row.get("country") in FEW]


if __name__ == "__main__":
    freeze()
