"""Compares subdivisions with iso-codes, as pycountry has them, and with the package iso-standards."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import eq

from builder.extensions.tables.models.subdivisions import Subdivision
from refresh.audit.tables import only
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Compared, Listed
from refresh.sources.iso_codes import entries_of

# iso-codes puts the name in a further language, and a mark of a footnote, behind the name; a list of Philippine
# regions has their numbers.
_BEHIND = re.compile(r" \[.*\]$| †$| \((?:Region [IVX]+(?:-[AB])?|ARMM|CAR|Arctic Region)\)$")

_MODULES = "iso_standards/iso3166/iso3166_2/[A-Z][A-Z].py"

# Columns of a subdivision by name.
Entry = Mapping[str, str | None]
Same = Callable[[str, str], bool]


def compare(rows: Sequence[Subdivision], inputs: Inputs) -> Iterator[Compared]:
    """Compare codes, kinds and parents with both packages, and names with iso-codes, each by country.

    The kinds of iso-codes are of the same origin as ours, those of iso-standards are not.
    """
    ours = {row["code"]: {"kind": row["kind"], "parent": row.get("parent"), "name": row["name"]} for row in rows}
    listed = entries_of(inputs.package("pycountry"), "3166-2", "code")
    theirs = {code: _entry(entry) for code, entry in listed.items()}
    yield from _compared_countries(ours, theirs, {"kind": eq, "parent": eq, "name": _is_same_name}, "")
    theirs = _of_iso_standards(inputs.package("iso-standards"))
    columns: dict[str, Same] = {"kind": lambda one, other: one.casefold() == other.casefold(), "parent": eq}
    yield from _compared_countries(ours, theirs, columns, " (iso-standards)")


def _of_iso_standards(archive: Archive) -> dict[str, Entry]:
    """Read kinds and parents of iso-standards, whose modules have them as arguments of calls."""
    found: dict[str, Entry] = {}
    for content in archive.files(_MODULES).values():
        for node in ast.walk(ast.parse(content)):
            if isinstance(node, ast.Call):
                _, code, kind, _, parent = map(ast.literal_eval, node.args)
                found[code] = {"kind": kind.replace("_", " "), "parent": parent}
    return found


def _compared_countries(
    entries: Mapping[str, Entry], others: Mapping[str, Entry], columns: Mapping[str, Same], mark: str
) -> Iterator[Compared]:
    ours, theirs = _by_country(entries), _by_country(others)
    for country in sorted(ours.keys() | theirs.keys()):
        own, other = ours.get(country, {}), theirs.get(country, {})
        yield f"code{mark}", country, *only(own.keys(), other.keys(), "; ")
        for name, same in columns.items():
            pairs = {code: (own[code].get(name) or "", other[code].get(name) or "") for code in own if code in other}
            differing = {code: pair for code, pair in pairs.items() if not same(*pair)}
            one, two = (Listed({code: pair[at] for code, pair in differing.items()}, "; ") for at in (0, 1))
            yield f"{name}{mark}", country, one, two, not differing


def _by_country(entries: Mapping[str, Entry]) -> dict[str, dict[str, Entry]]:
    countries: dict[str, dict[str, Entry]] = {}
    for code, entry in sorted(entries.items()):
        countries.setdefault(code[:2], {})[code] = entry
    return countries


def _entry(entry: Mapping[str, str]) -> Entry:
    """Return an entry of iso-codes with the names of our columns. Some entries have a parent without its country."""
    parent = entry.get("parent")
    whole = parent if parent is None or "-" in parent else f"{entry['code'][:2]}-{parent}"
    return {"kind": entry["type"], "parent": whole, "name": entry["name"]}


def _is_same_name(one: str, other: str) -> bool:
    return one == _BEHIND.sub("", other)
