"""Checks the aliases in ``data/aliases/``: each must name exactly one value, and a record must have that value."""

import unicodedata
from collections.abc import Collection, Iterator, Mapping

from builder.api.aliases import ALIAS_TABLES, AliasTable, squash, word_runs
from builder.api.field_paths import value_at
from builder.api.record_fields import Country
from builder.dataset_types import LanguageEntry, Reference
from builder.input_errors import Problem
from builder.types import Fold

_FIELDS = {"region": "region", "subregion": "subregion", "continent": "continents"}


def broken_aliases(
    records: Mapping[str, Country],
    reference: Reference,
    aliases: Mapping[str, Mapping[str, object]],
    fold: Fold,
    *,
    complete: bool = True,
) -> list[Problem]:
    """List every alias that names no value or two values. *aliases* are the tables by file name without ending.

    *records* are valid records by file name. If they are not *complete*, an alias can name a value of another.
    """
    files = {table.file for table in ALIAS_TABLES}
    problems = [
        Problem(f"aliases/{file}.json", "", f"is not an alias table; the tables are {', '.join(sorted(files))}")
        for file in aliases
        if file not in files
    ]
    indexes = {table.index for table in ALIAS_TABLES}
    meanings = {index: _meanings(index, records, reference, fold) for index in indexes}
    for table in ALIAS_TABLES:
        stored, known = aliases.get(table.file, {}), meanings[table.index]
        targets = set().union(*known.values()) if complete else {*stored}
        problems += _judge(table, stored, targets, known, fold)
    return problems


def _judge(
    table: AliasTable, stored: Mapping[str, object], targets: Collection[str], meanings: dict[str, set[str]], fold: Fold
) -> Iterator[Problem]:
    """Check a table, and add its names to *meanings*, the values that each key names."""
    file = f"aliases/{table.file}.json"
    listed = [name for names in stored.values() if isinstance(names, list) for name in names if isinstance(name, str)]
    keys = dict(zip(listed, map(squash, fold(listed)), strict=True))
    for target, names in stored.items():
        if target not in targets:
            yield Problem(file, target, f"is not the {table.what} of any record; correct or remove it")
        elif not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            yield Problem(file, target, "must be a non-empty list of names")
        else:
            for name in names:
                if refusal := _refusal(name, keys[name], target, meanings):
                    yield Problem(file, f"{target}: {name}", refusal)


def _refusal(name: str, key: str, target: str, meanings: dict[str, set[str]]) -> str:
    if not key:
        return "is empty after folding"
    if not unicodedata.is_normalized("NFC", name):
        return "is not in Unicode normalization form NFC"
    others = meanings.setdefault(key, set()) - {target}
    meanings[key].add(target)
    return f"already names {', '.join(sorted(others))}; an alias must name one value" if others else ""


def _meanings(index: str, records: Mapping[str, Country], reference: Reference, fold: Fold) -> dict[str, set[str]]:
    """Find the values that each key of an index names without aliases: values, codes, names and their words."""
    codes, names = set[tuple[str, str]](), set[tuple[str, str]]()
    languages: Mapping[str, LanguageEntry] = reference.get("languages", {})
    for record in records.values():
        if index == "lang":
            for code, name in record.get("languages", {}).items():
                listed = languages.get(code)
                codes |= {(code, code), (listed.get("alpha2", code) if listed else code, code)}
                names |= {(name, code), (listed["name"] if listed else name, code)}
        elif index == "currency":
            for code, money in record.get("currencies", {}).items():
                codes.add((code, code))
                names |= {(money["name"], code), (money.get("symbol", code), code)}
        else:
            found = value_at(record, _FIELDS[index]) or []
            names |= {(text, text) for text in ([found] if isinstance(found, str) else found)}
    meanings: dict[str, set[str]] = {}
    for code, target in codes:
        meanings.setdefault(code.lower(), set()).add(target)
    ordered = sorted(names)
    for (_, target), text in zip(ordered, fold([text for text, _ in ordered]), strict=True):
        for key in word_runs(text) if index == "currency" else [squash(text)]:
            meanings.setdefault(key, set()).add(target)
    return meanings
