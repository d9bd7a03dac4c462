"""Corrections: rows of ``data/curated/corrections/`` that replace wrong or outdated values of sources.

``data/curated/correction-rows.schema.json`` says what a row has: its place in a record or a table, one of ``ACTIONS``
and a reason. ``set`` and ``copy`` of a figure of a record need ``asOf``. The actions ``copy`` and ``without`` are for
records only. In a table, ``set`` without ``column`` is a whole row except its key, and ``unset`` without ``column``
removes a row. A column with a dot, such as ``countries.since``, is a member of an item in a list; a name with a dot in
the key, such as ``countries.cca2``, finds the item.
"""

from collections.abc import Collection, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from dataclasses import field as attribute
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired

from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from builder.api.field_types import Alpha2, value_at
from builder.extensions.tables.models import TABLES
from builder.extensions.tables.table import Table
from builder.inputs.errors import InputError, Problem, refuse
from refresh.data_files import json_files, read_json
from refresh.field_paths import discard, store
from refresh.refresh_types import Facts, StoredRecord, StoredRecords

# The field whose rows name days of certain years.
_DAYS = "holidays.items"
# The fields that are figures of a certain year.
_FIGURES = ("population", "enrichment.population", "enrichment.economics.", "enrichment.development.")
ACTIONS = ("set", "copy", "unset", "add", "remove", "rename", "without")
# What a row changes: a field of a record, a column of a table, or a row of a table.
_PLACES = ({"country", "field"}, {"table", "key", "column"}, {"table", "key"})
_Filled = Annotated[str, Field(min_length=1)]


class StoredCorrection(TypedDict):
    """A correction as it is stored."""

    country: NotRequired[Alpha2]
    field: NotRequired[_Filled]
    table: NotRequired[_Filled]
    key: NotRequired[dict[str, str | int]]
    column: NotRequired[_Filled]
    reason: _Filled
    asOf: NotRequired[Annotated[str, Field(pattern="^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$")]]
    publisher: NotRequired[_Filled]
    set: NotRequired[Any]
    copy: NotRequired[str]
    unset: NotRequired[Literal[True]]
    add: NotRequired[list[Any] | dict[str, object]]
    remove: NotRequired[list[Any]]
    rename: NotRequired[Annotated[list[Any], Field(min_length=2, max_length=2)]]
    without: NotRequired[str]


def _checked(row: StoredCorrection) -> StoredCorrection:
    if sum(action in row for action in ACTIONS) != 1:
        raise ValueError(f"must have one of {', '.join(ACTIONS)}")
    if row.keys() & set.union(*_PLACES) not in _PLACES:
        raise ValueError("must have country and field, or table, key and, except for a whole row, column")
    if row.keys() & {"set", "copy"} and row.get("field", "").startswith(_FIGURES) and "asOf" not in row:
        raise ValueError("must have asOf, the year or date of the figure")
    if "table" in row:
        _refuse_unknown_words(row)
    return row


def _refuse_unknown_words(row: StoredCorrection) -> None:
    """Raise ``ValueError`` for an action that tables do not have, an unknown table or column, and a wrong key."""
    fits_whole_row = isinstance(row.get("set"), dict) or "unset" in row
    if row.keys() & {"copy", "without"} or not ("column" in row or fits_whole_row):
        raise ValueError(
            "must not have copy or without in a table; if it has no column, it must have unset, or set with an object"
        )
    name, column, key = row["table"], row.get("column", ""), row["key"].keys()
    table = next((table for table in TABLES if table.name == name), None)
    if table is None:
        raise ValueError(f"{name} is not a table")
    listed = column.split(".")[0]
    members = {f"{listed}.{member.name}" for one in table.columns if one.name == listed for member in one.members}
    changed = {column} if column else {*row.get("set", ())}
    if unknown := changed - {one.name for one in table.columns} - members:
        raise ValueError(f"the table {name} has no column {', '.join(sorted(unknown))}")
    if wrong := (key - members) ^ {*table.key}:
        raise ValueError(f"the key of {name} is {', '.join(table.key)}; missing or unknown: {', '.join(sorted(wrong))}")


@dataclass(frozen=True)
class CorrectionRow:
    """A correction, with the name of its file. In a table, ``field`` is the column, or empty for a whole row."""

    file: str
    country: str
    field: str
    action: str
    value: Any
    reason: str
    as_of: str = ""
    publisher: str = ""
    table: str = ""
    key: Mapping[str, str | int] = attribute(default_factory=dict)

    @property
    def place(self) -> str:
        """What the correction changes, as a problem names it."""
        return ".".join(filter(None, (self.table, self.country, *map(str, self.key.values()), self.field)))

    def touches(self, field: str) -> bool:
        """Whether the correction changes *field*, a part of it, or an object that contains it."""
        return f"{self.field}.".startswith(f"{field}.") or f"{field}.".startswith(f"{self.field}.")

    @property
    def replaces(self) -> bool:
        """Whether the correction replaces the whole value of its field."""
        return self.action in ("set", "copy")


def load_corrections(folder: Path) -> tuple[CorrectionRow, ...]:
    """Read every correction, by file name, then in file order. Raises ``InputError`` with every malformed row."""
    rows: list[CorrectionRow] = []
    problems: list[Problem] = []
    for path in json_files(folder):
        try:
            stored = read_json(path, list[Annotated[StoredCorrection, AfterValidator(_checked)]])
        except InputError as refused:
            problems += refused.problems
        else:
            rows += [_row(path.name, row) for row in stored]
    refuse(problems, f"Correct the rows in {folder}.")
    return tuple(rows)


def _row(file: str, row: StoredCorrection) -> CorrectionRow:
    values: Mapping[str, object] = row
    action, value = next((action, values[action]) for action in ACTIONS if action in values)
    place = (row.get("country", ""), row.get("field") or row.get("column", ""))
    more = (row.get("asOf", ""), row.get("publisher", ""), row.get("table", ""))
    return CorrectionRow(file, *place, action, value, row["reason"], *more, row.get("key", {}))


def within_years(rows: Iterable[CorrectionRow], years: Collection[int]) -> tuple[CorrectionRow, ...]:
    """Return *rows* without holidays of other years, and without rows that add or remove only such holidays."""
    remaining = []
    for row in rows:
        if row.field == _DAYS and row.action in ("add", "remove"):
            days = [day for day in row.value if "date" not in day or int(day["date"][:4]) in years]
            if not days:
                continue
            remaining.append(replace(row, value=days))
        else:
            remaining.append(row)
    return tuple(remaining)


def facts_in_use(facts: Mapping[str, Facts], rows: Iterable[CorrectionRow]) -> tuple[dict[str, Facts], list[Problem]]:
    """Return *facts* without those that ``without`` rows name, and a problem for each row whose fact does not exist."""
    used = dict(facts)
    problems = []
    for row in rows:
        if row.action != "without":
            continue
        if row.field not in used.get(row.value, {}).get(row.country, {}):
            message = f"{row.value} has no value for this field; delete the row ({row.reason})"
            problems.append(Problem(row.file, row.place, message))
            continue
        countries = used[row.value]
        fewer = {path: fact for path, fact in countries[row.country].items() if path != row.field}
        used[row.value] = {**countries, row.country: fewer}
    return used, problems


def correct_records(records: StoredRecords, rows: Iterable[CorrectionRow]) -> list[Problem]:
    """Change *records* in place by *rows*. Return a problem for each row without effect or without a record."""
    problems = []
    for row in rows:
        record = records.get(row.country)
        if record is None:
            problems.append(Problem(row.file, row.country, "is not a country of the dataset"))
        elif row.action != "without" and not _change_field(record, row):
            problems.append(_obsolete(row))
    return problems


def _obsolete(row: CorrectionRow) -> Problem:
    return Problem(row.file, row.place, f"{row.action} has no effect; delete the row ({row.reason})")


def correct_table(
    table: Table, rows: Iterable[Mapping[str, object]], corrections: Iterable[CorrectionRow], problems: list[Problem]
) -> list[dict[str, Any]]:
    """Return the *rows* of a table after *corrections*, without null values.

    Each correction that changes nothing, or that fits no value or several, is added to *problems*.
    """
    by_key = {table.key_of(row): {name: value for name, value in row.items() if value is not None} for row in rows}
    for correction in corrections:
        key = table.key_of(correction.key)
        before = by_key.get(key, {})
        changed = _corrected_objects(before, table, correction)
        if not correction.field:
            by_key[key] = {**correction.key, **correction.value} if correction.action == "set" else {}
            is_changed = by_key[key] != before
        elif len(changed) == 1:
            is_changed = _change_field(changed[0], replace(correction, field=correction.field.split(".")[-1]))
        else:
            message = f"fits {len(changed)} values; correct the key, so that it fits one"
            problems.append(Problem(correction.file, correction.place, message))
            continue
        if not is_changed:
            problems.append(_obsolete(correction))
    return [row for row in by_key.values() if row]


def _corrected_objects(table_row: dict[str, Any], table: Table, correction: CorrectionRow) -> list[dict[str, Any]]:
    """List the objects that a correction changes: the row of the table, or the items of its list that the key names."""
    listed, _, member = correction.field.partition(".")
    items = table_row.get(listed, ()) if member else filter(None, [table_row])
    expected = {name.split(".")[1]: value for name, value in correction.key.items() if name not in table.key}
    return [item for item in items if _matches(item, expected)]


def not_followed_by(records: Mapping[str, StoredRecord], rows: Iterable[CorrectionRow]) -> list[CorrectionRow]:
    """List the *rows* that the finished *records* do not follow: they would change a record if they were applied."""
    # A refresh removes from altSpellings what other fields have, and writes null for some values that rows unset.
    known = [row for row in rows if row.country in records and row.action != "without" and row.field != "altSpellings"]
    rest = (row for row in known if row.action != "unset" or value_at(records[row.country], row.field) is not None)
    return [row for row in rest if _change_field(deepcopy(records[row.country]), row)]


# By country and field of a correction: the values from sources that it removed, by path in the record.
Removed = dict[tuple[str, str], dict[str, object]]


def removed_values(
    facts: Mapping[str, Facts], before: Mapping[str, StoredRecord], after: StoredRecords, rows: Iterable[CorrectionRow]
) -> Removed:
    """Return what *rows* removed: *facts* that ``without`` rows name, and what *before* has and *after* lacks."""
    removed: Removed = {}
    for row in rows:
        values = removed.setdefault((row.country, row.field), {})
        if row.action == "without":
            values[row.field] = facts[row.value][row.country][row.field].value
        else:
            old, new = (value_at(records[row.country], row.field) for records in (before, after))
            values |= _removed(row.field, old, new)
    return removed


def _removed(path: str, old: Any, new: Any) -> dict[str, object]:
    if old is None or old == new:
        return {}
    if isinstance(old, dict) and isinstance(new, dict):
        return {name: value for key in old for name, value in _removed(f"{path}.{key}", old[key], new.get(key)).items()}
    if isinstance(old, list) and isinstance(new, list):
        items = [item for item in old if item not in new]
        return {path: items} if items else {}
    return {path: old}


def _change_field(record: Mapping[str, object], row: CorrectionRow) -> bool:
    before = value_at(record, row.field)
    if row.action == "unset":
        return discard(record, row.field)
    if row.action == "set":
        after = row.value
    elif row.action == "copy":
        after = value_at(record, row.value)
    elif isinstance(before or row.value, dict):
        after = _changed_object(before or {}, row)
    else:
        after = _changed_list(before or [], row)
    if after == before:
        return False
    # In a table an empty list is a value.
    if after in ({}, []) and not row.table:
        return discard(record, row.field)
    store(record, row.field, after)
    return True


def _changed_object(before: dict[str, object], row: CorrectionRow) -> dict[str, object]:
    if row.action == "add":
        return {**before, **row.value}
    if row.action == "remove":
        return {key: value for key, value in before.items() if key not in row.value}
    old, new = row.value
    return {new if key == old else key: value for key, value in before.items()}


def _matches(item: Any, pattern: Any) -> bool:
    # An object matches every item that has its entries, such as the holiday with this name in each year.
    if isinstance(item, dict) and isinstance(pattern, dict):
        return all(item.get(key) == value for key, value in pattern.items())
    return bool(item == pattern)


def _changed_list(before: list[Any], row: CorrectionRow) -> list[Any]:
    if row.action == "add":
        return before + [item for item in row.value if item not in before]
    if row.action == "remove":
        return [item for item in before if not any(_matches(item, pattern) for pattern in row.value)]
    old, new = row.value
    return [new if item == old else item for item in before]
