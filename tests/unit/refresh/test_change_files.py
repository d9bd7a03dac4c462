"""All refreshes on one date write their changes to one file."""

import json
from pathlib import Path
from typing import Any

from refresh.change_files import changes_file
from tests.support.trees import write_files

DAY = {"date": "2026-01-01", "localName": "Neujahr", "name": "New Year's Day", "types": ["public"]}
BEFORE: dict[str, Any] = {"DE": {"cca2": "DE", "area": 1, "holidays": {"fetchedAt": "a", "items": [DAY]}}}
AFTER: dict[str, Any] = {"DE": {"cca2": "DE", "area": 2, "fifa": "GER", "holidays": {"fetchedAt": "b", "items": []}}}
PROVENANCE: Any = {
    "area": {"sources": {"atlas": {"": ["DE"]}}},
    "fifa": {"sources": {"a": {"": ["DE"]}, "b": {"": ["DE"]}}},
}
CHANGES: list[dict[str, Any]] = [
    {"cca2": "DE", "field": "area", "old": 1, "new": 2, "source": "atlas"},
    {"cca2": "DE", "field": "fifa", "old": None, "new": "GER"},
    {"cca2": "DE", "field": "holidays.items.2026-01-01 Neujahr", "old": DAY, "new": None},
]
NAME = "changes/2026-11-22.json"


def _written(data: Path, before: Any, after: Any, **tables: str) -> Any:
    """Write the file of changes of a refresh, and return its content; None if there is none."""
    new = {f"tables/{name}.json": text for name, text in tables.items()}
    files = changes_file(data, "2026-11-22", before, after, PROVENANCE, tables=new)
    write_files(data, files)
    return json.loads(files[NAME]) if files else None


def test_changed_new_and_gone_fields_are_listed_with_their_source(tmp_path: Path) -> None:
    assert _written(tmp_path, BEFORE, AFTER) == {"date": "2026-11-22", "changes": CHANGES}


def test_second_refresh_of_a_date_without_a_change_leaves_the_file(tmp_path: Path) -> None:
    _written(tmp_path, BEFORE, AFTER)
    assert _written(tmp_path, AFTER, AFTER) == {"date": "2026-11-22", "changes": CHANGES}


def test_later_refresh_of_the_date_keeps_the_values_before_the_first(tmp_path: Path) -> None:
    _written(tmp_path, BEFORE, AFTER)
    again = {"DE": AFTER["DE"] | {"area": 3}}
    assert _written(tmp_path, AFTER, again)["changes"][0] == dict(CHANGES[0], new=3)
    assert _written(tmp_path, again, BEFORE) == {"date": "2026-11-22", "changes": []}


def test_new_dataset_and_refresh_without_a_change_make_no_file(tmp_path: Path) -> None:
    assert _written(tmp_path, {}, AFTER) is None
    assert _written(tmp_path, AFTER, AFTER) is None


def _history(*rows: dict[str, Any]) -> str:
    return json.dumps({"rows": rows})


OLD = _history({"cca2": "DE", "year": 1990, "gdp": 1}, {"cca2": "DE", "year": 1991, "gdp": 2, "population": 5})
NEW = _history({"cca2": "DE", "year": 1991, "gdp": 3, "population": 5}, {"cca2": "DE", "year": 1992, "gdp": 4})


def _revised(data: Path, old: str, new: str) -> Any:
    write_files(data, {"tables/history.json": old})
    return _written(data, AFTER, AFTER, history=new)


def test_revision_of_several_years_names_the_metric_once(tmp_path: Path) -> None:
    assert _revised(tmp_path, OLD, NEW) == {
        "date": "2026-11-22",
        "changes": [],
        "tables": [{"table": "history", "column": "gdp", "values": 3}],
    }


def test_second_refresh_keeps_the_columns_of_tables(tmp_path: Path) -> None:
    first = _revised(tmp_path, OLD, NEW)
    assert _revised(tmp_path, NEW, NEW) == first


def test_table_without_a_change_is_not_named(tmp_path: Path) -> None:
    assert _revised(tmp_path, OLD, OLD) is None
