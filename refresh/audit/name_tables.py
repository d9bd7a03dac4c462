"""Checks the names in ``data/aliases/`` and ``data/names/``, which only a search reads: each leads to one value."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from builder.api.aliases import ALIAS_TABLES, squash, word_runs
from builder.api.dataset_types import LanguageEntry, Reference
from builder.api.field_types import value_at
from builder.api.record_model import Country
from builder.api.types import Fold
from builder.inputs.errors import Problem

_FIELDS = {"region": "region", "subregion": "subregion", "continent": "continents"}

# Names by the value or the code that they name.
Names = Mapping[str, Sequence[str]]
# The values that a folded name leads to.
Owners = dict[str, set[str]]


def misleading_names(
    records: Mapping[str, Country],
    reference: Reference,
    aliases: Mapping[str, Names],
    names: Mapping[str, Names],
    fold: Fold,
) -> Iterator[Problem]:
    """Yield every name that no search can find, that names nothing in the records, or that names two things.

    *records* are valid records by file name; *aliases* and *names* are the valid tables by file name without ending. In
    other languages, countries may share names.
    """
    values = [*records.values()]
    files = {f"aliases/{name}.json": table for name, table in aliases.items()}
    files |= {f"names/{name}.json": table for name, table in names.items()}
    listed = [name for table in files.values() for name in chain.from_iterable(table.values())]
    keys = dict(zip(listed, map(squash, fold(listed)), strict=True))
    for file, table in files.items():
        yield from _unfindable(file, table, keys)
    owners = {index: _meanings(index, values, reference, fold) for index in {table.index for table in ALIAS_TABLES}}
    for one in ALIAS_TABLES:
        file, table = f"aliases/{one.file}.json", aliases.get(one.file, {})
        yield from _without_target(file, table, f"{one.what} of any record", set().union(*owners[one.index].values()))
        if not one.is_of_signs:
            yield from _of_two_values(file, table, owners[one.index], keys)
    capitals = [(name, record["cca2"]) for record in values for name in record.get("capital", [])]
    named = _owned(capitals, fold)
    for name in ("capitals", "other-capitals"):
        file, table = f"names/{name}.json", names.get(name, {})
        yield from _without_target(file, table, "code of a country with a capital", {code for _, code in capitals})
        yield from _of_two_values(file, table, named, keys)


def _unfindable(file: str, table: Names, keys: Mapping[str, str]) -> Iterator[Problem]:
    for target, listed in table.items():
        for name in listed:
            if not keys[name]:
                yield Problem(file, f"{target}: {name}", "is empty after folding")


def _without_target(file: str, table: Names, what: str, targets: Collection[str]) -> Iterator[Problem]:
    for target in table:
        if target not in targets:
            yield Problem(file, target, f"is no {what}; correct or remove it")


def _of_two_values(file: str, table: Names, owners: Owners, keys: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the names of a table that *owners* has for other values; add all of them there."""
    for target, listed in table.items():
        for name in listed:
            known = owners.setdefault(keys[name], set())
            if others := known - {target}:
                message = f"already names {', '.join(sorted(others))}; a name must name one"
                yield Problem(file, f"{target}: {name}", message)
            known.add(target)


def _owned(named: Sequence[tuple[str, str]], fold: Fold) -> Owners:
    owners: Owners = {}
    for (_, target), text in zip(named, fold([name for name, _ in named]), strict=True):
        owners.setdefault(squash(text), set()).add(target)
    return owners


def _meanings(index: str, records: Sequence[Country], reference: Reference, fold: Fold) -> Owners:
    """Find the values that each key of an index names without aliases: values, codes, names and their words."""
    codes, names = set[tuple[str, str]](), set[tuple[str, str]]()
    languages: Mapping[str, LanguageEntry] = reference.get("languages", {})
    for record in records:
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
    owners: Owners = {}
    for code, target in codes:
        owners.setdefault(code.lower(), set()).add(target)
    ordered = sorted(names)
    for (_, target), text in zip(ordered, fold([text for text, _ in ordered]), strict=True):
        for key in word_runs(text) if index == "currency" else [squash(text)]:
            owners.setdefault(key, set()).add(target)
    return owners
