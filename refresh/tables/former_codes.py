"""Withdrawn codes from ``iso-3166``. The package lacks the years, which corrections add."""

from collections.abc import Iterator, Mapping

from typing_extensions import TypedDict

from refresh.inputs import Inputs
from refresh.tables import exported

# Names and codes of countries before and after a withdrawal. ``state`` is ``assigned`` if a code is in use.
Withdrawal = TypedDict("Withdrawal", {"type": str, "from": dict[str, str], "to": list[dict[str, str]]})


def read(inputs: Inputs) -> Iterator[Mapping[str, object]]:
    """Yield the row of each withdrawn code."""
    withdrawals = exported(inputs.package("iso-3166"), "3.js", "iso31663")
    entries: dict[str, Withdrawal] = {entry["alpha4"]: entry for entry in withdrawals}
    for code, entry in entries.items():
        before = entry["from"]
        # A country that has the territory now does not count as another country with the code.
        others = inputs.records.keys() - {after["alpha2"] for after in entry["to"]}
        yield {
            "code": code,
            "alpha2": before["alpha2"],
            "alpha3": before["alpha3"],
            "numeric": before.get("numeric"),
            "name": before["name"],
            "kind": entry["type"],
            "successors": sorted(_successors(entry, entries)),
            "reused": before["alpha2"] if before["alpha2"] in others else None,
        }


def _successors(entry: Withdrawal, entries: Mapping[str, Withdrawal]) -> set[str]:
    """Return the countries of today: a successor that was withdrawn is replaced by its own successors."""
    codes: set[str] = set()
    for after in entry["to"]:
        if after["state"] == "assigned":
            codes.add(after["alpha2"])
        else:
            later = next(one for one in entries.values() if one["from"]["alpha3"] == after["alpha3"])
            codes |= _successors(later, entries)
    return codes
