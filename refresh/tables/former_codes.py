"""Withdrawn codes from ``iso-3166``, with years, and what it lacks or has otherwise, of a curated table."""

from collections.abc import Collection, Iterator, Mapping
from typing import NotRequired

from typing_extensions import TypedDict

from refresh.inputs import Inputs
from refresh.tables import exported


class CuratedCode(TypedDict):
    """What the package lacks or has otherwise: the year, and any other column."""

    withdrawn: int
    kind: NotRequired[str]
    name: NotRequired[str]
    numeric: NotRequired[str]
    successors: NotRequired[list[str]]


# Before and after a withdrawal, the names and codes of countries; ``state`` is ``assigned`` for those of today.
Change = TypedDict("Change", {"type": str, "from": dict[str, str], "to": list[dict[str, str]]})


def read(inputs: Inputs) -> Iterator[Mapping[str, object]]:
    """Yield the rows."""
    changes = exported(inputs.package("iso-3166"), "3.js", "iso31663")
    entries: dict[str, Change] = {entry["alpha4"]: entry for entry in changes}
    added = inputs.curated("tables/former-codes", dict[str, CuratedCode])
    for code, entry in entries.items():
        before = entry["from"]
        more = added[code]
        yield {
            "code": code,
            "alpha2": before["alpha2"],
            "alpha3": before["alpha3"],
            "numeric": before.get("numeric") or more.get("numeric"),
            "name": more.get("name", before["name"]),
            "withdrawn": more["withdrawn"],
            "kind": more.get("kind", entry["type"]),
            "successors": sorted({*_successors(entry, entries), *more.get("successors", ())}),
            "reused": before["alpha2"] if _is_other(entry, inputs.records) else None,
        }


def _successors(entry: Change, entries: Mapping[str, Change]) -> set[str]:
    """Return the countries of today: a successor that was withdrawn is followed to its own."""
    codes: set[str] = set()
    for after in entry["to"]:
        if after["state"] == "assigned":
            codes.add(after["alpha2"])
        else:
            later = next(one for one in entries.values() if one["from"]["alpha3"] == after["alpha3"])
            codes |= _successors(later, entries)
    return codes


def _is_other(entry: Change, codes: Collection[str]) -> bool:
    """Whether the alpha-2 code is that of another country today: not of one that has the same territory."""
    code = entry["from"]["alpha2"]
    return code in codes and code not in {after["alpha2"] for after in entry["to"]}
