"""Where each value of a record comes from: the one look-up for pages, documents and commands.

It reads ``data/provenance.json`` as a refresh writes it: by field path, ``sources`` (by source id and date, the alpha-2
codes), ``curated`` (by alpha-2 code, why a curated row changed the field) and ``unconfirmed`` (codes).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builder.tables.field_paths import value_at

# Fields that no source gives: the build derives them.
DERIVED = (
    ("maps", "built from `latlng` and the name"),
    ("flags.svg", "flag-icons"),
    ("flags.png", "rendered from the SVG"),
    ("enrichment.computed.populationDensity", "computed from `population` and `area`"),
    ("enrichment.computed.capitalPopulationShare", "computed from `capitalInfo.population` and `population`"),
)
# Ids of what is no source of the catalog: a value that a curated row gave whole, and one that we computed.
CURATED = "curated"
COMPUTED = "computed"
_OWN = {CURATED: "Set by hand", COMPUTED: "Computed from other fields"}


@dataclass(frozen=True)
class ValueOrigin:
    """A field of one country and where its value comes from.

    ``source`` is an id of ``data/sources.json``, ``curated`` or ``computed``. ``as_of`` is the year or date that the
    value holds for or, where the source says none, the date of the source's edition; empty when even that is unknown.
    ``reason`` says why a curated row changed the value, in whole or in part; empty where none did. ``unconfirmed`` is
    true of an address that was entered by hand and has not answered since.
    """

    field: str
    value: Any
    source: str
    title: str
    as_of: str
    licence: str
    reason: str
    unconfirmed: bool = False


def provenance(record: Mapping[str, Any], sources: Mapping[str, Any]) -> tuple[ValueOrigin, ...]:
    """Origins of every field that *record* has, sourced ones in the catalog's order and then the derived ones.

    *record* is a whole record as answered; *sources* is ``data/sources.json`` with the table of ``provenance.json``
    under ``provenance``, as ``Dataset.sources`` holds it.
    """
    code = record["cca2"]
    known = {entry["id"]: entry for entry in (*sources["sources"], *sources["services"])}
    found = []
    for field, entry in sources["provenance"].items():
        value = value_at(record, field)
        if value is None:
            continue
        identifier, as_of = _holder(entry["sources"], code)
        source = known.get(identifier, {})
        found.append(
            ValueOrigin(
                field,
                value,
                identifier,
                source.get("title", _OWN.get(identifier, "")),
                as_of or source.get("date", ""),
                source.get("licence", ""),
                entry.get("curated", {}).get(code, ""),
                code in entry.get("unconfirmed", ()),
            )
        )
    derived = ((field, value_at(record, field), how) for field, how in DERIVED)
    computed = [
        ValueOrigin(field, value, COMPUTED, how.replace("`", ""), "", "", "")
        for field, value, how in derived
        if value is not None
    ]
    return (*found, *computed)


def _holder(sources: Mapping[str, Mapping[str, list[str]]], code: str) -> tuple[str, str]:
    for identifier, dates in sources.items():
        for as_of, codes in dates.items():
            if code in codes:
                return identifier, as_of
    return "", ""
