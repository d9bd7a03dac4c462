"""Merges facts of several sources into records by the declared precedence, and gives records their final shape."""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, cast, get_args, get_origin, get_type_hints

from pydantic.fields import FieldInfo

from builder.api.field_types import object_in, value_at
from builder.api.record_model import Country
from builder.extensions.tables.provenance import COMPUTED, CURATED, Correction, FieldProvenance
from builder.inputs.errors import Problem, refuse
from refresh.corrections import CorrectionRow, Removed
from refresh.field_paths import discard, leaves, store
from refresh.refresh_types import Fact, Facts, StoredRecord, StoredRecords

Precedence = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class FactOrigin:
    """The source of a country's field, and the year or date of the value if known."""

    source: str
    as_of: str
    # Further sources, in a field that is merged from parts.
    others: tuple[str, ...] = ()
    note: str = ""


# By field path and alpha-2 code.
Origins = dict[str, dict[str, FactOrigin]]

# Each part of this field, such as the common name in a language, has the value of the first source that knows it.
_IN_PARTS = "translations"

# The objects of a record with a ``fetchedAt``.
_DATED = ("enrichment", "holidays")

_GDP, _YEAR, _PER_PERSON = (f"enrichment.economics.{name}" for name in ("gdp", "gdpYear", "gdpPerCapita"))


def apply_precedence(records: StoredRecords, facts_by_source: Mapping[str, Facts], precedence: Precedence) -> Origins:
    """Put the first known value of each field into *records*, in place; return the origin of each value."""
    origins: Origins = {}
    for field, sources in precedence.items():
        fill = _merge_parts if field == _IN_PARTS else _store_first
        for code, record in records.items():
            facts = [(source, facts_by_source.get(source, {}).get(code, {}).get(field)) for source in sources]
            known = [(source, fact) for source, fact in facts if fact is not None and fact.value != {}]
            if known:
                origins.setdefault(field, {})[code] = fill(record, field, known)
    return origins


def _store_first(record: StoredRecord, field: str, facts: list[tuple[str, Fact]]) -> FactOrigin:
    source, fact = facts[0]
    store(record, field, deepcopy(fact.value))
    return FactOrigin(source, fact.as_of, note=fact.note)


def _merge_parts(record: StoredRecord, field: str, facts: list[tuple[str, Fact]]) -> FactOrigin:
    """Store each part of a field from the first source that has it."""
    used = []
    for source, fact in facts:
        new = [(path, value) for path, value in leaves(fact.value, f"{field}.") if value_at(record, path) is None]
        for path, value in new:
            store(record, path, value)
        if new:
            used.append(source)
    return FactOrigin(used[0], "", tuple(used[1:]))


def compute_per_person(records: StoredRecords, origins: Origins, people: Mapping[str, Mapping[str, float]]) -> None:
    """Compute GDP per capita for the year of the GDP, in place. *people* are by alpha-2 code and year.

    The source's own figure stays when it has the same source and year as the GDP, because it may count a different
    population (Cyprus). Otherwise the GDP is divided by the population of that year or, if no source has it, of an
    adjacent year. If no source has any of these populations, there is no figure.
    """
    for code, record in records.items():
        gdp_origin, per_person_origin = origins.get(_GDP, {}).get(code), origins.get(_PER_PERSON, {}).get(code)
        value, year = value_at(record, _GDP), value_at(record, _YEAR)
        if value is not None and per_person_origin is not None and gdp_origin == per_person_origin:
            continue
        if per_person_origin is not None:
            discard(record, _PER_PERSON)
            del origins[_PER_PERSON][code]
        if value is None or year is None:
            continue
        counted = people.get(code, {})
        number = next((counted[str(near)] for near in (year, year + 1, year - 1) if str(near) in counted), None)
        if number:
            store(record, _PER_PERSON, round(value / number, 2))
            origins.setdefault(_PER_PERSON, {})[code] = FactOrigin(COMPUTED, str(year))


def finish_records(records: StoredRecords, fetched_at: str, lists: Mapping[str, Mapping[str, str]]) -> StoredRecords:
    """Give records their final shape, with names from *lists*. Raises ``InputError`` with each code without a name."""
    problems = [
        Problem(f"{code.lower()}.json", f"{field}.{key}", "is not in the reference list")
        for code, record in records.items()
        for field, names in lists.items()
        for key in value_at(record, field) or ()
        if key not in names
    ]
    refuse(problems, "Add the code to data/reference/, or correct the country in data/curated/.")
    return {code: _finished(records[code], fetched_at, lists) for code in sorted(records)}


def _finished(record: StoredRecord, fetched_at: str, lists: Mapping[str, Mapping[str, str]]) -> StoredRecord:
    record = record.copy()
    for field, names in lists.items():
        if found := value_at(record, field):
            store(record, field, {key: _named(value, names[key]) for key, value in sorted(found.items())})
    # The build adds the computed fields, and removes an object that is still empty.
    record["enrichment"] = {"company": None, **record.get("enrichment", {}), "fetchedAt": fetched_at}
    record.setdefault("population", None)
    if spellings := record.get("altSpellings"):
        name = record["name"]
        native = (text for one in name.get("native", {}).values() for text in (one["common"], one["official"]))
        other_names = {text.casefold() for text in (record["cca3"], name["common"], name["official"], *native)}
        record["altSpellings"] = [spelling for spelling in spellings if spelling.casefold() not in other_names]
    if "holidays" in record:
        # Corrections add days at the end.
        items = sorted(record["holidays"]["items"], key=lambda item: str(item["date"]))
        record["holidays"] = {**record["holidays"], "items": items}
    return cast("StoredRecord", _in_order(Country, record))


def keep_fetched_at(records: StoredRecords, stored: Mapping[str, StoredRecord]) -> StoredRecords:
    """Return *records* with the *stored* ``fetchedAt`` of objects that did not change, so that few files change."""
    dated: StoredRecords = {}
    for code, record in records.items():
        dated[code] = record.copy()
        before = stored.get(code)
        for group in _DATED:
            if before and _undated(before, group) == _undated(record, group) != {}:
                store(dated[code], group, value_at(before, group))
    return dated


def _undated(record: StoredRecord, group: str) -> dict[str, object]:
    return {name: value for name, value in (value_at(record, group) or {}).items() if name != "fetchedAt"}


def _in_order(model: type, value: Mapping[str, object]) -> dict[str, object]:
    """Return *value*, which may be invalid, in the form of *model*, as the build gives it to valid records."""
    return {
        name: _in_form(annotation, value.get(name))
        for name, annotation in get_type_hints(model, include_extras=True).items()
        if name in value or _is_nullable(annotation)
    }


def _in_form(annotation: Any, value: Any) -> Any:
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, str):
        # Sources have two characters for an apostrophe; records have that of the keyboard.
        return value.replace("\u2019", "'")
    if isinstance(value, list):
        return [_in_form(annotation, item) for item in value]
    if not isinstance(value, dict):
        return value
    model = object_in(annotation)
    if get_origin(_plain_type(annotation)) is dict:
        return {key: _in_form(model, item) for key, item in value.items()}
    return _in_order(model, value) if model else value


def _named(value: Any, name: str) -> Any:
    return {**value, "name": name} if isinstance(value, dict) else name


def make_provenance(
    records: Mapping[str, StoredRecord],
    origins: Origins,
    rows: Iterable[CorrectionRow],
    removed: Removed,
    sentences: Mapping[str, Mapping[str, str]],
) -> dict[str, FieldProvenance]:
    """Make the provenance of each field. *sentences*, by field and country, are added to the notes of the sources."""
    rows = tuple(rows)
    provenance: dict[str, FieldProvenance] = {}
    for field, countries in origins.items():
        touching = [row for row in rows if row.touches(field)]
        sources: dict[str, dict[str, list[str]]] = {}
        corrections: dict[str, Correction] = {}
        notes: dict[str, str] = {}
        for code, record in records.items():
            if value_at(record, field) is None:
                continue
            own_rows = [row for row in touching if row.country == code]
            whole = next((row for row in own_rows if row.replaces and f"{field}.".startswith(f"{row.field}.")), None)
            origin = countries.get(code, FactOrigin(CURATED, ""))
            used = FactOrigin(CURATED, _date(whole, origins)) if whole else origin
            for source in (used.source, *used.others):
                sources.setdefault(source, {}).setdefault(used.as_of, []).append(code)
            if own_rows:
                corrections[code] = _correction(own_rows, whole, removed)
            if note := " ".join(filter(None, (used.note, sentences.get(field, {}).get(code, "")))):
                notes[code] = note
        provenance[field] = {
            "sources": {source: dict(sorted(dates.items())) for source, dates in sorted(sources.items())}
        }
        if corrections:
            provenance[field]["curated"] = corrections
        if notes:
            provenance[field]["notes"] = notes
    return provenance


def _date(row: CorrectionRow, origins: Origins) -> str:
    """Return the date of the value that a row sets: the row's own, or else the date of the field that it copies."""
    copied = origins.get(row.value, {}).get(row.country) if row.action == "copy" else None
    return row.as_of or (copied.as_of if copied else "")


def _correction(rows: Iterable[CorrectionRow], whole: CorrectionRow | None, removed: Removed) -> Correction:
    """Describe what *rows* of one field changed; *whole* is the row that replaces the whole value, or ``None``."""
    rows = tuple(rows)
    entry: Correction = {"reason": " ".join(dict.fromkeys(row.reason for row in rows))}
    publishers = [row.publisher for row in ([whole] if whole else rows) if row.publisher]
    if publishers:
        entry["publisher"] = "; ".join(dict.fromkeys(publishers))
    values = {path: value for row in rows for path, value in removed.get((row.country, row.field), {}).items()}
    if values:
        entry["removed"] = values
    return entry


def _plain_type(annotation: Any) -> Any:
    """Return the type of a field without ``Annotated`` and ``NotRequired``."""
    while get_origin(annotation) in (Annotated, NotRequired):
        annotation = get_args(annotation)[0]
    return annotation


def _is_nullable(annotation: Any) -> bool:
    """Whether a field with this annotation is declared with ``nullable``."""
    return any(isinstance(mark, FieldInfo) and not mark.is_required() for mark in get_args(annotation))
