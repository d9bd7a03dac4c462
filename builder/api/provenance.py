"""Finds the source of each value of a record, for pages, documents and commands.

It reads ``data/provenance.json``, which a refresh writes. By field path, that file has ``sources`` (alpha-2 codes by
source id and date), ``curated`` (the reason of a correction by alpha-2 code), ``notes`` (what else belongs to the
value, by alpha-2 code) and ``unconfirmed`` (codes).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from builder.api.field_paths import value_at

# Fields that the build computes.
DERIVED = (
    ("maps", "built from `latlng` and the name"),
    ("flags.svg", "flag-icons"),
    ("flags.png", "rendered from the SVG"),
    ("enrichment.computed.populationDensity", "computed from `population` and `area`"),
    ("enrichment.computed.capitalPopulationShare", "computed from `capitalInfo.population` and `population`"),
)
# Ids that are not in the list of sources: a value set by a correction, and a computed value.
CURATED = "curated"
COMPUTED = "computed"
OWN_TITLES = {CURATED: "Set by hand", COMPUTED: "Computed from other fields"}


class ValueOrigin(NamedTuple):
    """A field of a country, its value and its source.

    ``source`` is an id of ``data/sources.json``, ``curated`` or ``computed``. ``as_of`` is the year or date of the
    value or, if the source has none, of the source's edition; empty if both are unknown. ``reason`` is the reason of a
    correction of the value or a part of it; empty without one. ``unconfirmed`` is true for a URL that was entered by
    hand and has not responded since. ``note`` names the publisher of the figure, what it covers and what stands beside
    it; empty without one.
    """

    field: str
    value: Any
    source: str
    title: str
    as_of: str
    licence: str
    reason: str
    unconfirmed: bool = False
    note: str = ""


# The provenance of a field in one country: its source, its date, the reason of a correction, whether the value is
# unconfirmed, and the note on it.
FieldOrigin = tuple[str, str, str, bool, str]
_UNKNOWN: FieldOrigin = ("", "", "", False, "")


def value_origins(record: Mapping[str, Any], sources: Mapping[str, Any]) -> tuple[ValueOrigin, ...]:
    """List every field of *record* with its source: fields of sources in the order of the list, then computed ones.

    *record* is a complete record as answered. *sources* is ``Dataset.sources``: ``data/sources.json`` with the table of
    ``provenance.json`` under ``provenance``.
    """
    return origins_of(record, field_origins(record["cca2"], origins_by_country(sources)), source_catalog(sources))


def origins_by_country(sources: Mapping[str, Any]) -> dict[str, dict[str, FieldOrigin]]:
    """Return the provenance of each field by alpha-2 code."""
    return {field: _by_country(entry) for field, entry in sources["provenance"].items()}


def _by_country(entry: Mapping[str, Any]) -> dict[str, FieldOrigin]:
    curated, notes, unconfirmed = entry.get("curated", {}), entry.get("notes", {}), {*entry.get("unconfirmed", ())}
    holders: dict[str, tuple[str, str]] = {}
    for identifier, dates in entry["sources"].items():
        for as_of, codes in dates.items():
            for code in codes:
                # The parts of a field, such as translations, can be of several sources.
                before = holders.get(code)
                holders[code] = (f"{before[0]}, {identifier}", before[1] or as_of) if before else (identifier, as_of)
    return {
        code: (*holders.get(code, ("", "")), curated.get(code, ""), code in unconfirmed, notes.get(code, ""))
        for code in {*holders, *curated, *unconfirmed}
    }


def field_origins(code: str, fields: Mapping[str, Mapping[str, FieldOrigin]]) -> dict[str, FieldOrigin]:
    """Return the provenance of one country by field, from ``origins_by_country``, in the order of the table."""
    return {field: by_country.get(code, _UNKNOWN) for field, by_country in fields.items()}


def source_catalog(sources: Mapping[str, Any]) -> dict[str, tuple[str, str, str]]:
    """Return title, date and licence of each source and service of ``data/sources.json``, by its id."""
    known = (*sources["sources"], *sources["services"])
    return {entry["id"]: (entry.get("title", ""), entry.get("date", ""), entry.get("licence", "")) for entry in known}


def origins_of(
    record: Mapping[str, Any], held: Mapping[str, Sequence[Any]], catalog: Mapping[str, Sequence[str]]
) -> tuple[ValueOrigin, ...]:
    """Combine the values of *record* with its ``field_origins``; *catalog* is the result of ``source_catalog``."""
    found = []
    for field, (identifier, as_of, reason, unconfirmed, note) in held.items():
        value = value_at(record, field)
        if value is not None:
            title, date, licence = _described(identifier, catalog)
            dated = as_of or date
            found.append(ValueOrigin(field, value, identifier, title, dated, licence, reason, unconfirmed, note))
    computed = [
        ValueOrigin(field, value, COMPUTED, how.replace("`", ""), "", "", "")
        for field, how in DERIVED
        if (value := value_at(record, field)) is not None
    ]
    return (*found, *computed)


def _described(identifiers: str, catalog: Mapping[str, Sequence[str]]) -> tuple[str, str, str]:
    entries = [catalog.get(name, (OWN_TITLES.get(name, ""), "", "")) for name in identifiers.split(", ")]
    titles, dates, licences = zip(*entries, strict=True)
    return "; ".join(titles), min(dates), "; ".join(dict.fromkeys(filter(None, licences)))
