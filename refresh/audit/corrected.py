"""Finds the correction that explains a difference. A correction explains only what it sets, adds or removes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.api.field_types import value_at
from builder.extensions.tables.provenance import FieldProvenance
from refresh.corrections import CorrectionRow
from refresh.refresh_types import StoredRecord

# By word: the corrections that have the word in their place or in their values, each with all its words.
Corrected = Mapping[str, Sequence[tuple[CorrectionRow, set[str]]]]


def by_word(
    rows: Iterable[CorrectionRow], records: Mapping[str, StoredRecord], provenance: Mapping[str, FieldProvenance]
) -> Corrected:
    """Index *rows* by word. *records* have the values that rows copy, *provenance* the values that rows removed."""
    found: dict[str, list[tuple[CorrectionRow, set[str]]]] = {}
    for row in rows:
        words = words_of(row)
        if row.action == "copy":
            words |= {*_words(value_at(records[row.country], row.field))}
        curated = [each.get("curated", {}).get(row.country) for each in provenance.values()]
        for path, old in ((path, old) for one in curated if one for path, old in one.get("removed", {}).items()):
            words |= {*_words({path: old})} if row.touches(path) else set()
        for word in words:
            found.setdefault(word, []).append((row, words))
    return found


def reason(corrected: Corrected, field: str, code: str, value: str) -> str:
    """Return why a correction changed a *value* in a comparison of *field* and *code*, or "" if none did."""
    table, path = field.partition(": ")[::2] if ": " in field else ("", field)
    steps = [step for step in re.split(r" \(|, ", path)[0].split(".") if not step.isdigit()]
    names = {*code.split(), value}
    for row, words in reversed(corrected.get(value, ())):
        fits = {*map(str, row.key.values())} <= names if row.table else row.field.split(".")[0] == steps[0]
        if fits and row.table in ("", table) and words.issuperset((*steps, *names)):
            return row.reason
    return ""


def words_of(row: CorrectionRow) -> set[str]:
    """Return the words of *row*: those of its place, each key and each value."""
    # A comparison writes one of these words where there is no value.
    value = ["None", "none"] if row.action == "unset" else row.value
    return {row.country, *row.field.split("."), *_words(row.key), *_words(value)}


def _words(value: object) -> Iterator[str]:
    """Yield each key and each plain value, and lists as comparisons have them."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from str(key).split(".")
            yield from _words(item)
    else:
        yield str(value)
    if isinstance(value, list):
        yield ", ".join(map(str, value))
        for item in value:
            yield from _words(item)
