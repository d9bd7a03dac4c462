"""Withdrawn codes from ``iso-3166``, with years, and what it lacks or has otherwise, of a curated table."""

from collections.abc import Iterator, Mapping
from typing import Any

from refresh.tables import TableInputs
from refresh.tables.javascript_values import exported


def read(inputs: TableInputs) -> Iterator[dict[str, Any]]:
    """Yield the rows."""
    entries = {entry["alpha4"]: entry for entry in exported(inputs.package("iso-3166"), "3.js", "iso31663")}
    added = inputs.curated("former-codes")
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
            "reused": before["alpha2"] if _is_other(before, entry, inputs.records) else None,
        }


def _successors(entry: Mapping[str, Any], entries: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """Return the countries of today: a successor that was withdrawn is followed to its own."""
    codes: set[str] = set()
    for after in entry["to"]:
        if after["state"] == "assigned":
            codes.add(after["alpha2"])
        else:
            later = next(one for one in entries.values() if one["from"]["alpha3"] == after["alpha3"])
            codes |= _successors(later, entries)
    return codes


def _is_other(before: Mapping[str, Any], entry: Mapping[str, Any], records: Mapping[str, Any]) -> bool:
    """Whether the alpha-2 code is that of another country today: not of one that has the same territory."""
    return before["alpha2"] in records and before["alpha2"] not in {after["alpha2"] for after in entry["to"]}
