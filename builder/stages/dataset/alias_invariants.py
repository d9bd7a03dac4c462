"""What must hold of the further names in ``data/aliases/``: each stands for one thing, which some record has."""

import unicodedata
from collections.abc import Iterator, Mapping

from builder.problems import Problem
from builder.tables.aliases import ALIAS_TABLES, AliasTable, word_runs
from builder.types import CountryValue, Fold, JsonObject, ReferenceList

_FIELDS = {"region": "region", "subregion": "subregion", "continent": "continents"}


def broken_aliases(
    records: Mapping[str, CountryValue],
    reference: Mapping[str, ReferenceList],
    aliases: Mapping[str, JsonObject],
    fold: Fold,
) -> list[Problem]:
    """Every further name that stands for nothing or for two things; *aliases* are the tables by the stem of their file.

    Records come by file name and are valid.
    """
    known = {table.file for table in ALIAS_TABLES}
    problems = [
        Problem(f"aliases/{file}.json", "", f"is no table of further names; those are {', '.join(sorted(known))}")
        for file in aliases
        if file not in known
    ]
    indexes = {table.index for table in ALIAS_TABLES}
    meanings = {index: _meanings(index, records, reference, fold) for index in indexes}
    for table in ALIAS_TABLES:
        problems += _judge(table, aliases.get(table.file, {}), meanings[table.index], fold)
    return problems


def _judge(table: AliasTable, stored: JsonObject, meanings: dict[str, set[str]], fold: Fold) -> Iterator[Problem]:
    """Judge a table and add its names to *meanings*, which tell what each key stands for."""
    file = f"aliases/{table.file}.json"
    targets = set().union(*meanings.values())
    for target, names in stored.items():
        if target not in targets:
            yield Problem(file, target, f"is the {table.what} of no record; correct its spelling or remove it")
        elif not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
            yield Problem(file, target, "must be a list of names, at least one")
        else:
            for name, text in zip(names, fold(names), strict=True):
                if refusal := _refusal(name, _squash(text), target, meanings):
                    yield Problem(file, f"{target}: {name}", refusal)


def _refusal(name: str, key: str, target: str, meanings: dict[str, set[str]]) -> str:
    if not key:
        return "names nothing: folding leaves nothing of it"
    if not unicodedata.is_normalized("NFC", name):
        return "is not in Unicode normalization form NFC"
    others = meanings.setdefault(key, set()) - {target}
    meanings[key].add(target)
    return f"names {', '.join(sorted(others))} already; a name stands for one thing" if others else ""


def _meanings(
    index: str, records: Mapping[str, CountryValue], reference: Mapping[str, ReferenceList], fold: Fold
) -> dict[str, set[str]]:
    """Find what each key of an index stands for by itself: values, codes, names of codes and runs of their words."""
    codes, names = set[tuple[str, str]](), set[tuple[str, str]]()
    for record in records.values():
        if index == "lang":
            for code, name in record.get("languages", {}).items():
                listed = reference.get("languages", {}).get(code, {})
                codes |= {(code, code), (listed.get("alpha2", code), code)}
                names |= {(name, code), (listed.get("name", name), code)}
        elif index == "currency":
            for code, money in record.get("currencies", {}).items():
                codes.add((code, code))
                names.add((money["name"], code))
        else:
            found = record.get(_FIELDS[index], [])
            names |= {(text, text) for text in ([found] if isinstance(found, str) else found)}
    meanings: dict[str, set[str]] = {}
    for code, target in codes:
        meanings.setdefault(code.lower(), set()).add(target)
    ordered = sorted(names)
    for (_, target), text in zip(ordered, fold([text for text, _ in ordered]), strict=True):
        for key in word_runs(text) if index == "currency" else [_squash(text)]:
            meanings.setdefault(key, set()).add(target)
    return meanings


def _squash(text: str) -> str:
    return text.replace(" ", "")
