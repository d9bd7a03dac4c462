"""Makes ``data/changes/<date>.json``: what the refreshes of a date of the dataset changed.

``changes`` are ``{"cca2", "field", "old", "new", "source"?}`` by country and field; ``old`` is from before the first
refresh of the date. A field is a dot path, or ``holidays.items.<date> <local name>``; an absent value is null.
``tables`` are ``{"table", "column", "values"}``: a column with the number of values that changed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from builder.api.dataset_files import ChangesFile, FieldChange, TableChange
from builder.extensions.tables.models import TABLES
from builder.extensions.tables.provenance import FieldProvenance
from builder.extensions.tables.table import Table
from refresh.data_files import format_json, read_json
from refresh.field_paths import leaves
from refresh.refresh_types import StoredRecord

FOLDER = "changes"
# Dates of a refresh itself.
_IGNORED = ("enrichment.fetchedAt", "holidays.fetchedAt")
_DAYS = "holidays.items"


def changes_file(
    data: Path,
    date: str,
    before: Mapping[str, StoredRecord],
    after: Mapping[str, StoredRecord],
    provenance: Mapping[str, FieldProvenance],
    *,
    tables: Mapping[str, str],
) -> dict[str, str]:
    """Make the file of *date* from the records *before* and *after*, and from the new files of *tables*, by path.

    A new dataset has no such file. A later refresh of the same date keeps the old values of the first.
    """
    name = f"{FOLDER}/{date}.json"
    stored = read_json(data / name, ChangesFile) if (data / name).exists() else ChangesFile(date=date, changes=[])
    earlier, columns = stored["changes"], _tables(data, tables, stored.get("tables", []))
    old_values = {(change["cca2"], change["field"]): change.get("old") for change in earlier}
    changes: list[FieldChange] = []
    for code in sorted({*before, *after}) if before else []:
        old, new = _fields(before.get(code)), _fields(after.get(code))
        old |= {field: value for (country, field), value in old_values.items() if country == code}
        for field in sorted({*old, *new}):
            values = old.get(field), new.get(field)
            if values[0] != values[1]:
                change: FieldChange = {"cca2": code, "field": field, "old": values[0], "new": values[1]}
                if (source := _source(provenance, field, code)) and values[1] is not None:
                    change["source"] = source
                changes.append(change)
    if not changes and not earlier and not columns:
        return {}
    counted = {"tables": columns} if columns else {}
    return {name: format_json({"date": date, "changes": changes, **counted}, rows=("changes", "tables"))}


def _tables(data: Path, files: Mapping[str, str], earlier: Iterable[TableChange]) -> list[TableChange]:
    """Count the values that differ, by table and column. A new table is left out."""
    counts = {(change["table"], change["column"]): change["values"] for change in earlier}
    for table in TABLES:
        path = f"tables/{table.name}.json"
        before = (data / path).read_text("utf-8") if (data / path).exists() else None
        if before is None or files.get(path, before) == before:
            continue
        old, new = (_rows(table, text) for text in (before, files[path]))
        differing = Counter(
            column.name
            for key in {*old, *new}
            for column in table.columns
            if column.name not in table.key and old.get(key, {}).get(column.name) != new.get(key, {}).get(column.name)
        )
        for column, count in differing.items():
            counts[table.name, column] = max(count, counts.get((table.name, column), 0))
    return [TableChange(table=table, column=column, values=count) for (table, column), count in sorted(counts.items())]


def _rows(table: Table, text: str) -> dict[tuple[Any, ...], dict[str, object]]:
    return {table.key_of(row): row for row in orjson.loads(text)["rows"]}


def _fields(record: StoredRecord | None) -> dict[str, object]:
    found = {path: value for path, value in leaves(record or {}) if path not in _IGNORED}
    for day in found.pop(_DAYS, []):
        found[f"{_DAYS}.{day['date']} {day['localName']}"] = day
    return found


def _source(provenance: Mapping[str, FieldProvenance], field: str, code: str) -> str:
    """Return the source of a field, or "" if it has several sources or none, or if a part of it was corrected."""
    longest = max((path for path in provenance if f"{field}.".startswith(f"{path}.")), key=len, default="")
    if not longest or (field != longest and code in provenance[longest].get("curated", {})):
        return ""
    sources = provenance[longest]["sources"]
    names = [name for name, dates in sources.items() if any(code in codes for codes in dates.values())]
    return names[0] if len(names) == 1 else ""
