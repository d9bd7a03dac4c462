"""A project with few countries of the shipped one, whose build takes a third of the time of all 250."""

import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from builder.extensions.tables.models import TABLES
from builder.project.build_request import BuildRequest
from builder.site.dataset.topojson import polygons_of
from builder.extensions.tables.table import Column, Table
from tests.support.project import ROOT, copy_project, copy_tree, name_sizes

# Neighbours and islands, members of the United Nations and others, some of each continent, and all countries in the
# examples of the documents.
_FEW = r"ad|al|aq|at|au|bv|ca|ch|de|es|fr|gb|im|it|jp|mt|ng|pe|sj|us|va|vu|xk"
# Each table of aliases, and the field that has the values which it may name.
_ALIASES = {
    "bibliographic-codes": "languages",
    "continents": "continents",
    "currencies": "currencies",
    "currency-numbers": "currencies",
    "languages": "languages",
    "regions": "region",
    "subregions": "subregion",
}


# Reference lists by code, or with lists of codes.
_BY_CODE = [f"reference/{name}.json" for name in ("coverage", "economy", "former", "outside-outline")]


def few_project(folder: Path, *others: str) -> BuildRequest:
    """Copy inputs into *folder* as ``copy_project`` does, with a few countries and with pages of one size."""
    request = copy_project(folder, *others, data=Path(_few_data().name))
    _with_one_size_and_own_cache(request)
    return request


def with_few_countries(request: BuildRequest) -> None:
    """Remove most countries from the copy and all that names them, which a build would refuse; write one page size."""
    data = request.data
    shutil.rmtree(data)
    copy_tree(Path(_few_data().name), data)
    _with_one_size_and_own_cache(request)


def _with_one_size_and_own_cache(request: BuildRequest) -> None:
    name_sizes(request, "[5]")
    # Results that builds of all countries keep for the next one would be forgotten in theirs.
    folder = ROOT / ".cache" / "few-countries"
    folder.mkdir(parents=True, exist_ok=True)
    request.cache.unlink()
    request.cache.symlink_to(folder)


@cache
def _few_data() -> TemporaryDirectory[str]:
    """Make the dataset of a few countries, once in a process, in a folder that is removed at its end."""
    folder = TemporaryDirectory(prefix="few-countries-")
    data = Path(folder.name)
    data.rmdir()
    copy_tree(ROOT / "data", data)
    for path in (path for name in ("countries", "flags", "holidays") for path in (data / name).iterdir()):
        if not re.fullmatch(_FEW, path.stem):
            path.unlink()
    records = {path: _read(path) for path in (data / "countries").iterdir()}
    codes = {record["cca3"] for record in records.values()}
    for path, record in records.items():
        borders = [code for code in record.pop("borders", []) if code in codes]
        _write(path, record | ({"borders": borders} if borders else {}))
    for name, field in _ALIASES.items():
        path = data / "aliases" / f"{name}.json"
        known = {value for record in records.values() for value in _values(record.get(field))}
        _write(path, {value: names for value, names in _read(path).items() if value in known})
    for path in (data / "names").iterdir():
        _write(path, {code: names for code, names in _read(path).items() if re.fullmatch(_FEW, code.lower())})
    bounds = data / "reference" / "bounds.json"
    _write(bounds, _read(bounds) | {"unMembers": sum(record["unMember"] for record in records.values())})
    codes = {record["cca2"] for record in records.values()}
    _keep_rows(data, codes)
    outlines = data / "reference" / "outlines.json"
    _write(outlines, _with_shapes_of(codes, _read(outlines)))
    for path in (data / name for name in ("provenance.json", *_BY_CODE)):
        _write(path, _with_codes(_read(path), re.compile(_FEW, re.IGNORECASE).fullmatch))
    for path in (data / "curated" / "corrections").iterdir():
        rows = json.loads(path.read_text("utf-8"))
        kept = [row for row in rows if re.fullmatch(_FEW, row.get("country", ""), re.IGNORECASE)]
        path.write_text(json.dumps(kept), "utf-8")
    (data / "curated" / "minimum-coverage.json").unlink()
    for path in (data / "changes").iterdir():
        entry = _read(path)
        changes = [change for change in entry["changes"] if re.fullmatch(_FEW, change["cca2"], re.IGNORECASE)]
        _write(path, entry | {"changes": changes})
    return folder


def _keep_rows(data: Path, codes: set[str]) -> None:
    """Rewrite the tables without the countries that are none of *codes*."""
    for table in (table for table in TABLES if not table.rows):
        path = data / "tables" / f"{table.name}.json"
        _write(path, _read(path) | {"rows": list(_rows_of(table, _read(path)["rows"], codes))})


def _rows_of(table: Table, rows: list[dict[str, Any]], codes: set[str]) -> Iterator[dict[str, Any]]:
    """Yield the rows about one of *codes*, without the codes of other countries in their lists."""
    for row in rows:
        if all(row.get(name) in codes or name not in table.key for name in _countries(table.columns, "text")):
            others = {name for name in _countries(table.columns, "text") if row.get(name) not in codes}
            yield {
                name: [item for item in value if _is_of(item, codes)] if _is_list(table, name) else value
                for name, value in row.items()
                if name not in others
            }


def _countries(columns: Sequence[Column], kind: str) -> list[str]:
    return [column.name for column in columns if column.is_country and column.type == kind]


def _is_list(table: Table, name: str) -> bool:
    members = (column.name for column in table.columns if _countries(column.members, "text"))
    return name in (*_countries(table.columns, "list"), *members)


def _is_of(item: Any, codes: set[str]) -> bool:
    return (item["cca2"] if isinstance(item, dict) else item) in codes


def _with_shapes_of(codes: set[str], topology: dict[str, Any]) -> dict[str, Any]:
    """Return *topology* with the shapes of *codes* only, and the arcs that they do not have cut to their first line."""
    objects = topology["objects"]
    shapes = [shape for shape in objects["countries"]["geometries"] if shape["id"] in codes]
    numbers = {
        number if number >= 0 else ~number
        for shape in shapes
        for polygon in polygons_of(shape)
        for ring in polygon
        for number in ring
    }
    arcs = [arc if number in numbers else arc[:2] for number, arc in enumerate(topology["arcs"])]
    return {
        **topology,
        "arcs": arcs,
        "objects": {**objects, "countries": {**objects["countries"], "geometries": shapes}},
    }


def _values(field: Any) -> list[str]:
    return [field] if isinstance(field, str) else list(field or ())


def _with_codes(value: Any, is_kept: Callable[[str], object]) -> Any:
    """Return *value* without the members and the items of lists whose alpha-2 codes are not kept."""
    if isinstance(value, dict):
        return {key: _with_codes(item, is_kept) for key, item in value.items() if len(key) != 2 or is_kept(key)}
    if isinstance(value, list) and all(isinstance(code, str) for code in value):
        return [code for code in value if is_kept(code)]
    return value


def _read(path: Path) -> dict[str, Any]:
    value: dict[str, Any] = orjson.loads(path.read_bytes())
    return value


def _write(path: Path, value: dict[str, Any]) -> None:
    # A file of one line would be examined as one that may have a long text.
    path.write_bytes(orjson.dumps(value, option=orjson.OPT_INDENT_2))


def without_bouvet_island(request: BuildRequest) -> None:
    """Remove a country that no other names, its flag, its rows, and the changes on record, which may name it."""
    data = request.data
    for path in (data / "countries/bv.json", data / "flags/bv.svg", *(data / "changes").glob("*.json")):
        path.unlink()
    _keep_rows(data, {path.stem.upper() for path in (data / "countries").iterdir()})
    for path in (data / "provenance.json", *(data / "names").iterdir()):
        _write(path, _with_codes(_read(path), lambda code: code != "BV"))
