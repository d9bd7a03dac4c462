"""Checks ``data/names/``: the names of capitals, and of countries in other languages, that only a search reads."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from builder.api.aliases import NAME_FILES
from builder.api.record_fields import Country
from builder.input_errors import Problem
from builder.types import Fold

Names = Mapping[str, Sequence[str]]


def broken_names(
    records: Mapping[str, Country], names: Mapping[str, Names], fold: Fold, *, complete: bool = True
) -> Iterator[Problem]:
    """Yield every name that no search can find, and every other name of a capital that is not one of its country.

    *records* are valid records by file name; *names* are the tables by file name without ending. If the records are
    not *complete*, a name can be of another.
    """
    for file in names.keys() - {*NAME_FILES}:
        yield Problem(f"names/{file}.json", "", f"is no table of names; the tables are {', '.join(NAME_FILES)}")
    for file in names.keys() & {*NAME_FILES}:
        listed = [(code, name) for code, of_record in names[file].items() for name in of_record]
        for (code, name), text in zip(listed, fold([name for _, name in listed]), strict=True):
            if not text:
                yield Problem(f"names/{file}.json", f"{code}: {name}", "is empty after folding")
            elif not unicodedata.is_normalized("NFC", name):
                yield Problem(f"names/{file}.json", f"{code}: {name}", "is not in Unicode normalization form NFC")
    for file in ("capitals", "other-capitals"):
        yield from _broken_capitals([*records.values()], file, names, fold, complete=complete)
    yield from _broken_others([*records.values()], names.get("others", {}), fold)


def _broken_capitals(
    records: Sequence[Country], file: str, names: Mapping[str, Names], fold: Fold, *, complete: bool
) -> Iterator[Problem]:
    capitals = [(name, record["cca2"]) for record in records for name in record.get("capital", [])]
    if file != "capitals":
        capitals += [(name, code) for code, found in names.get("capitals", {}).items() for name in found]
    listed = [(name, code) for code, found in names.get(file, {}).items() for name in found]
    owners: dict[str, set[str]] = {}
    for (_, code), text in zip([*capitals, *listed], fold([name for name, _ in [*capitals, *listed]]), strict=True):
        owners.setdefault(text, set()).add(code)
    known = {code for _, code in capitals}
    texts = fold([name for name, _ in listed])
    for (name, code), text in zip(listed, texts, strict=True):
        where = f"{code}: {name}"
        if complete and code not in known:
            yield Problem(f"names/{file}.json", where, "is of no record with a capital; correct or remove it")
        elif others_of := owners[text] - {code}:
            message = f"also names a capital of {', '.join(sorted(others_of))}; a name must name one"
            yield Problem(f"names/{file}.json", where, message)


def _broken_others(records: Sequence[Country], others: Names, fold: Fold) -> Iterator[Problem]:
    """Yield every other name that is a code or the name of a country, which would be found by it anyway, or twice."""
    named = [(name, record["cca2"]) for record in records for name in _names_of(record)]
    owners = {code.lower(): record["cca2"] for record in records for code in (record["cca2"], record["cca3"])}
    owners |= dict(zip(fold([name for name, _ in named]), [code for _, code in named], strict=True))
    listed = [(name, code) for code, names in others.items() for name in names]
    for (name, code), text in zip(listed, fold([name for name, _ in listed]), strict=True):
        where = f"{code}: {name}"
        if owner := owners.get(text):
            yield Problem("names/others.json", where, f"is already a name or code of {owner}; remove it")
        owners[text] = code


def _names_of(record: Country) -> Iterator[str]:
    name = record["name"]
    yield from (name["common"], name["official"])
    yield from record.get("altSpellings", [])
    for one in (*name.get("native", {}).values(), *record.get("translations", {}).values()):
        yield from (one["common"], one["official"])
