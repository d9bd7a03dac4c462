"""Rows of ``data/curated/overrides/``: where a source is wrong or stale, what holds instead, and why.

A row has ``country``, ``field``, ``reason`` and one of ``set`` (a value), ``add`` (list items or object entries),
``remove`` (list items or keys; ``null`` takes the whole field) or ``rename`` (``[old, new]`` item or key).
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.problems import InputError, Problem
from builder.sources.facts import Record, Records
from builder.tables.field_paths import discard, store, value_at

_ACTIONS = ("set", "add", "remove", "rename")


@dataclass(frozen=True)
class Override:
    """One row, with the file it stands in."""

    file: str
    country: str
    field: str
    action: str
    value: Any
    reason: str

    def touches(self, field: str) -> bool:
        """Whether the row changes *field*, something inside it, or an object around it."""
        return f"{self.field}.".startswith(f"{field}.") or f"{field}.".startswith(f"{self.field}.")


def load_overrides(folder: Path) -> tuple[Override, ...]:
    """Read every row, by file name and then in file order; ``InputError`` lists every malformed one."""
    rows, problems = [], []
    for path in sorted(folder.glob("*.json")):
        for index, row in enumerate(json.loads(path.read_text("utf-8"))):
            actions = [action for action in _ACTIONS if action in row]
            if len(actions) != 1 or set(row) - set(actions) != {"country", "field", "reason"} or not row["reason"]:
                wanted = f"must have country, field, reason and one of {', '.join(_ACTIONS)}"
                problems.append(Problem(path.name, f"[{index}]", wanted))
                continue
            rows.append(Override(path.name, row["country"], row["field"], actions[0], row[actions[0]], row["reason"]))
    if problems:
        raise InputError(problems)
    return tuple(rows)


def apply(records: Records, rows: Iterable[Override]) -> list[Problem]:
    """Change *records* in place, and return a problem for each row that changes nothing: its reason has gone."""
    problems = []
    for row in rows:
        record = records.get(row.country)
        if record is None:
            problems.append(Problem(row.file, row.country, "is not a country of the dataset"))
        elif not _apply(record, row):
            message = f"{row.action} has no effect; delete the row ({row.reason})"
            problems.append(Problem(row.file, f"{row.country}.{row.field}", message))
    return problems


def _apply(record: Record, row: Override) -> bool:
    before = value_at(record, row.field)
    if row.action == "set":
        after = row.value
    elif row.action == "remove" and row.value is None:
        return discard(record, row.field)
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


def _items(before: list[Any], row: Override) -> list[Any]:
    if row.action == "add":
        return before + [item for item in row.value if item not in before]
    if row.action == "remove":
        return [item for item in before if item not in row.value]
    old, new = row.value
    return [new if item == old else item for item in before]
