"""The decisions on the findings of an audit hold: ``data/curated/audit.csv``."""

import csv
import json
from collections.abc import Mapping
from typing import Any

import pytest

from builder.api.field_types import value_at
from refresh.data_files import load_records
from tests.support.outlines import shape_at
from tests.support.project import ROOT
from tests.support.refresh.decisions import is_decided

ROWS = list(csv.DictReader((ROOT / "data" / "curated" / "audit.csv").read_text("utf-8").splitlines()))


@pytest.fixture(scope="module")
def records() -> Any:
    return load_records(ROOT / "data")


def test_dataset_has_every_decided_value(records: dict[str, dict[str, Any]]) -> None:
    differing = [
        (row["country"], row["path"], row["value"])
        for row in ROWS
        # The fields of /v3.1 are columns of tables, which are compared with second lists.
        if row["path"] and not row["path"].startswith("compatibility.")
        if not _holds(records[row["country"]], row["path"], json.loads(row["value"]))
        if not is_decided(row["country"], row["path"], value_at(records[row["country"]], row["path"]))
    ]
    assert differing == []


def _holds(record: Mapping[str, Any], path: str, value: Any) -> bool:
    if path == "outline":
        return bool(shape_at(value["point"]) == value["in"])
    if path == "holidays":
        items = record["holidays"]["items"]
        days, names = {item["date"] for item in items}, {item["name"] for item in items}
        present = {day for day in value.get("present", ()) if int(day[:4]) in record["holidays"]["years"]}
        absent = days.isdisjoint(value.get("absent", ())) and names.isdisjoint(value.get("absent names", ()))
        return bool(absent and days >= present)
    if "*" in path:
        head, tail = path.split(".*.")
        return bool({key: entry[tail] for key, entry in record[head].items()} == value)
    return bool(value_at(record, path) == value)
