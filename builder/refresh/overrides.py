"""Corrections: rows of ``data/curated/overrides/`` that replace wrong or outdated values of sources.

A row has ``country``, ``field``, ``reason``, optionally ``asOf`` (the year or date of the value), and one action:

- ``set``: the value;
- ``copy``: the path of another field of the record with the value;
- ``unset``: ``true``, to remove the field;
- ``add``: list items or object entries; ``remove``: list items (or some of their entries) or keys; ``rename``:
  ``[old, new]`` item or key;
- ``without``: the id of a source to ignore, so that the next source in order fills the field.

``data/curated/override-rows.schema.json`` is the JSON Schema of a file of rows.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.api.field_paths import discard, store, value_at
from builder.problems import InputError, Problem
from builder.refresh.refresh_types import Facts, StoredRecord, StoredRecords

ACTIONS = ("set", "copy", "unset", "add", "remove", "rename", "without")
_KEYS = {"country", "field", "reason"}


@dataclass(frozen=True)
class Override:
    """One row, with its file name."""

    file: str
    country: str
    field: str
    action: str
    value: Any
    reason: str
    as_of: str = ""

    def touches(self, field: str) -> bool:
        """Whether the row changes *field*, a part of it, or an object that contains it."""
        return f"{self.field}.".startswith(f"{field}.") or f"{field}.".startswith(f"{self.field}.")

    @property
    def replaces(self) -> bool:
        """Whether the row replaces the whole value of its field."""
        return self.action in ("set", "copy")


def load_overrides(folder: Path) -> tuple[Override, ...]:
    """Read every row, sorted by file name, then in file order. Raises ``InputError`` with every malformed row."""
    rows, problems = [], []
    for path in sorted(folder.glob("*.json")):
        for index, row in enumerate(json.loads(path.read_text("utf-8"))):
            actions = [action for action in ACTIONS if action in row]
            if len(actions) != 1 or set(row) - set(actions) - {"asOf"} != _KEYS or not row["reason"]:
                wanted = f"must have country, field, reason and one of {', '.join(ACTIONS)}"
                problems.append(Problem(path.name, f"[{index}]", wanted))
            elif "unset" in row and row["unset"] is not True:
                problems.append(Problem(path.name, f"[{index}]", "unset must be true"))
            else:
                action = actions[0]
                texts = (row["country"], row["field"], action, row[action], row["reason"], row.get("asOf", ""))
                rows.append(Override(path.name, *texts))
    if problems:
        raise InputError(problems)
    return tuple(rows)


def file_for(folder: Path, field: str) -> str:
    """Path in ``data/curated/`` of the file with the rows for *field*, or of the file to create."""
    for path in sorted(folder.glob("*.json")):
        if any(row["field"].split(".")[0] == field for row in json.loads(path.read_text("utf-8"))):
            return f"{folder.name}/{path.name}"
    return f"{folder.name}/{field or 'rows'}.json"


def withheld(given: Mapping[str, Facts], rows: Iterable[Override]) -> tuple[dict[str, Facts], list[Problem]]:
    """Remove the facts named by ``without`` rows; return the rest, and a problem for each row that removes nothing."""
    kept = dict(given)
    problems = []
    for row in rows:
        if row.action != "without":
            continue
        if row.field not in kept.get(row.value, {}).get(row.country, {}):
            message = f"{row.value} has no value for this field; delete the row ({row.reason})"
            problems.append(Problem(row.file, f"{row.country}.{row.field}", message))
            continue
        countries = kept[row.value]
        fewer = {path: fact for path, fact in countries[row.country].items() if path != row.field}
        kept[row.value] = {**countries, row.country: fewer}
    return kept, problems


def apply(records: StoredRecords, rows: Iterable[Override]) -> list[Problem]:
    """Apply *rows* to *records* in place; return a problem for each row that changes nothing and is obsolete."""
    problems = []
    for row in rows:
        record = records.get(row.country)
        if record is None:
            problems.append(Problem(row.file, row.country, "is not a country of the dataset"))
        elif row.action != "without" and not _apply(record, row):
            message = f"{row.action} has no effect; delete the row ({row.reason})"
            problems.append(Problem(row.file, f"{row.country}.{row.field}", message))
    return problems


def _apply(record: StoredRecord, row: Override) -> bool:
    before = value_at(record, row.field)
    if row.action == "unset":
        return discard(record, row.field)
    if row.action == "set":
        after = row.value
    elif row.action == "copy":
        after = value_at(record, row.value)
    elif isinstance(before or row.value, dict):
        after = _entries(before or {}, row)
    else:
        after = _items(before or [], row)
    if after == before:
        return False
    if after in ({}, []):
        return discard(record, row.field)
    store(record, row.field, after)
    return True


def _entries(before: dict[str, Any], row: Override) -> dict[str, Any]:
    if row.action == "add":
        return {**before, **row.value}
    if row.action == "remove":
        return {key: value for key, value in before.items() if key not in row.value}
    old, new = row.value
    return {new if key == old else key: value for key, value in before.items()}


def _matches(item: Any, pattern: Any) -> bool:
    # An object matches every item with its entries: a holiday matched by name occurs every year.
    if isinstance(item, dict) and isinstance(pattern, dict):
        return all(item.get(key) == value for key, value in pattern.items())
    return bool(item == pattern)


def _items(before: list[Any], row: Override) -> list[Any]:
    if row.action == "add":
        return before + [item for item in row.value if item not in before]
    if row.action == "remove":
        return [item for item in before if not any(_matches(item, pattern) for pattern in row.value)]
    old, new = row.value
    return [new if item == old else item for item in before]
