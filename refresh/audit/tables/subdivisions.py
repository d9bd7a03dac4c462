"""Compares subdivisions with iso-codes, as pycountry has them, and with the package iso-standards."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from refresh.audit.tables import Others, Rows
from refresh.package_archive import Archive
from refresh.refresh_types import Compared
from refresh.sources.iso_codes import entries_of

# iso-codes puts the name in a further language, and a mark of a footnote, behind the name; a list of Philippine
# regions has their numbers.
_BEHIND = re.compile(r" \[.*\]$| †$| \((?:Region [IVX]+(?:-[AB])?|ARMM|CAR|Arctic Region)\)$")

_MODULES = "iso_standards/iso3166/iso3166_2/[A-Z][A-Z].py"

Entry = Mapping[str, Any]


def compare(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare the rows with iso-codes and with iso-standards."""
    yield from subdivisions(rows, others.package("pycountry"))
    yield from kinds_and_parents(rows, others.package("iso-standards"))


def subdivisions(rows: Sequence[Entry], archive: Archive) -> Iterator[Compared]:
    """Compare codes, kinds, parents and names, each by country: the text of a difference has those that differ."""
    theirs = {code: _entry(entry) for code, entry in entries_of(archive, "3166-2", "code").items()}
    columns = {"kind": _is_same, "parent": _is_same, "name": _is_same_name}
    yield from _compared_countries(rows, theirs, columns, "")


def kinds_and_parents(rows: Sequence[Entry], archive: Archive) -> Iterator[Compared]:
    """Compare codes, kinds and parents with iso-standards, whose modules have them as values of calls.

    The kinds of the table and those of iso-codes are of one origin. These are not: each subdivision has names in
    several languages, as on the pages of ISO, which iso-codes does not have.
    """
    theirs: dict[str, Entry] = {}
    for content in archive.files(_MODULES).values():
        for node in ast.walk(ast.parse(content)):
            if isinstance(node, ast.Call):
                _, code, kind, _, parent = map(ast.literal_eval, node.args)
                theirs[code] = {"kind": kind.replace("_", " "), "parent": parent}
    yield from _compared_countries(rows, theirs, {"kind": _is_same_word, "parent": _is_same}, " (iso-standards)")


def _compared_countries(
    rows: Sequence[Entry], others: Mapping[str, Entry], columns: Mapping[str, Callable[[str, str], bool]], mark: str
) -> Iterator[Compared]:
    ours, theirs = _by_country({row["code"]: row for row in rows}), _by_country(others)
    for country in sorted(ours.keys() | theirs.keys()):
        own, other = ours.get(country, {}), theirs.get(country, {})
        one, two = ("; ".join(sorted(list_.keys())) for list_ in (_less(own, other), _less(other, own)))
        yield f"codes{mark}", country, one, two, own.keys() == other.keys()
        for name, same in columns.items():
            yield f"{name}s{mark}", country, *_differing(name, same, own, other)


def _differing(
    name: str, same: Callable[[str, str], bool], own: Mapping[str, Entry], other: Mapping[str, Entry]
) -> tuple[str, str, bool]:
    pairs = [(one.get(name) or "", other[code].get(name) or "") for code, one in own.items() if code in other]
    differing = [pair for pair in pairs if not same(*pair)]
    ours, theirs = ("; ".join(pair[at] for pair in differing) for at in (0, 1))
    return ours, theirs, not differing


def _less(entries: Mapping[str, Entry], others: Mapping[str, Entry]) -> dict[str, Entry]:
    return {code: entry for code, entry in entries.items() if code not in others}


def _by_country(entries: Mapping[str, Entry]) -> dict[str, dict[str, Entry]]:
    countries: dict[str, dict[str, Entry]] = {}
    for code, entry in sorted(entries.items()):
        countries.setdefault(code[:2], {})[code] = entry
    return countries


def _entry(entry: Entry) -> Entry:
    """Return an entry of iso-codes with the names of our columns. Some of its parents lack the country."""
    parent = entry.get("parent")
    whole = parent if parent is None or "-" in parent else f"{entry['code'][:2]}-{parent}"
    return {"kind": entry["type"], "parent": whole, "name": entry["name"]}


def _is_same(one: str, other: str) -> bool:
    return one == other


def _is_same_word(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _is_same_name(one: str, other: str) -> bool:
    return one == _BEHIND.sub("", other)
