"""Compares subdivisions with iso-codes, as pycountry has them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from builder.refresh.package_archive import Archive
from builder.refresh.refresh_types import Compared

_FILE = "pycountry/databases/iso3166-2.json"
# iso-codes puts the name in a further language, and a mark of a footnote, behind the name; a list of Philippine
# regions has their numbers.
_BEHIND = re.compile(r" \[.*\]$| †$| \((?:Region [IVX]+(?:-[AB])?|ARMM|CAR|Arctic Region)\)$")

Entry = Mapping[str, Any]


def subdivisions(rows: Sequence[Entry], archive: Archive) -> Iterator[Compared]:
    """Compare codes, kinds, parents and names, each by country: the text of a difference has those that differ."""
    ours = _by_country({row["code"]: row for row in rows})
    theirs = _by_country({entry["code"]: _entry(entry) for entry in archive.json(_FILE)["3166-2"]})
    for country in sorted(ours.keys() | theirs.keys()):
        own, other = ours.get(country, {}), theirs.get(country, {})
        one, two = ("; ".join(sorted(list_.keys())) for list_ in (_less(own, other), _less(other, own)))
        yield "codes", country, one, two, own.keys() == other.keys()
        for name, same in (("kind", _is_same), ("parent", _is_same), ("name", _is_same_name)):
            yield _compared(name, same, country, own, other)


def _compared(
    name: str, same: Callable[[str, str], bool], country: str, own: Mapping[str, Entry], other: Mapping[str, Entry]
) -> Compared:
    pairs = [(one.get(name) or "", other[code].get(name) or "") for code, one in own.items() if code in other]
    differing = [pair for pair in pairs if not same(*pair)]
    ours, theirs = ("; ".join(pair[at] for pair in differing) for at in (0, 1))
    return f"{name}s", country, ours, theirs, not differing


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


def _is_same_name(one: str, other: str) -> bool:
    return one == _BEHIND.sub("", other)
