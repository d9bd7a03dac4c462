"""Finds the source of each value of a record, and the sources of each field, for documents and tables."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from builder.api.dataset_files import Sources
from builder.api.field_types import value_at
from builder.api.types import Dataset
from builder.documents.document_data import escaped
from builder.extensions.tables.provenance import (
    COMPUTED,
    CURATED,
    UNLISTED_TITLES,
    Correction,
    FieldProvenance,
    Provenance,
)

# Fields that the build computes, and how.
DERIVED = (
    ("maps", "built from `latlng` and the name"),
    ("flags.svg", "flag-icons"),
    ("flags.png", "rendered from the SVG"),
    ("enrichment.computed.populationDensity", "computed from `population` and `area`"),
    (
        "enrichment.computed.capitalPopulationShare",
        "computed from `capitalInfo.population` and the population of the same year",
    ),
)


class ValueOrigin(NamedTuple):
    """Where a value of a record comes from; everything is empty where the provenance does not say it.

    ``source`` has the ids of the sources of its parts, from ``data/sources.json``, or ``curated`` or ``computed``;
    ``title`` names them. ``as_of`` is the year or date of the value, ``edition`` the date of the oldest of the sources;
    both are empty if unknown. ``reason`` says why the value or a part of it was corrected, and what was removed.
    ``publisher`` publishes a value that was entered by hand, and is then its ``title``. ``unconfirmed`` is true for a
    URL that was entered by hand and that no source confirms. ``note`` says who published the value, what it covers, and
    which other values exist.
    """

    source: str = ""
    title: str = ""
    as_of: str = ""
    edition: str = ""
    licence: str = ""
    reason: str = ""
    unconfirmed: bool = False
    publisher: str = ""
    note: str = ""


Origins = Mapping[str, Mapping[str, ValueOrigin]]
"""The origin of each value, by alpha-2 code and by the path of its field."""


class FieldSources(NamedTuple):
    """A field, the number of countries that have it, and its sources in Markdown, each with the years of its values."""

    field: str
    countries: int
    sources: str


def sources_of_fields(provenance: Provenance, dataset: Dataset) -> tuple[FieldSources, ...]:
    """Describe the sources of every field. Fields that the build computes come last."""
    stored = (_sources_of(field, entry) for field, entry in provenance.items() if field not in dict(DERIVED))
    flags = f"; site ({len(dataset.own.flags)})" if dataset.own.flags else ""
    derived = (
        FieldSources(
            field,
            sum(value_at(record.value, field) is not None for record in dataset.records),
            how + (flags if field == "flags.svg" else ""),
        )
        for field, how in DERIVED
    )
    return (*stored, *derived)


def _sources_of(field: str, entry: FieldProvenance) -> FieldSources:
    described = []
    countries: set[str] = set()
    for source, dates in entry["sources"].items():
        codes = [code for listed in dates.values() for code in listed]
        countries.update(codes)
        years = sorted(date[:4] for date in dates if date[:4].isdigit())
        span = f", {years[0]}" if years else ""
        if years and years[0] != years[-1]:
            span += f" to {years[-1]}"
        described.append(f"{source} ({len(codes)}{span})")
    if corrected := len(entry.get("curated", {})):
        described.append(f"{corrected} corrected by hand")
    return FieldSources(field, len(countries), escaped("; ".join(described)))


def origins_of(provenance: Provenance, records: Iterable[Mapping[str, object]], sources: Sources) -> Origins:
    """Find the origin of each value of *records*. Fields that the build computes come last."""
    by_code = {str(record["cca2"]): record for record in records}
    origins: dict[str, dict[str, ValueOrigin]] = {code: {} for code in by_code}
    derived = dict(DERIVED)
    for field, entry in provenance.items():
        dates = _dates_by_country(entry)
        for code, record in by_code.items():
            if (code in dates or field not in derived) and value_at(record, field) is not None:
                origins[code][field] = _origin(code, entry, dates.get(code, {}), sources)
    for field, how in DERIVED:
        for code, record in by_code.items():
            if field not in origins[code] and value_at(record, field) is not None:
                origins[code][field] = ValueOrigin(COMPUTED, how.replace("`", ""))
    return origins


def _dates_by_country(entry: FieldProvenance) -> dict[str, dict[str, str]]:
    """Return the date of the value by alpha-2 code and source. The parts of a value can have several sources."""
    dates: dict[str, dict[str, str]] = {}
    for source, codes_by_date in entry["sources"].items():
        for as_of, codes in codes_by_date.items():
            for code in codes:
                dates.setdefault(code, {}).setdefault(source, as_of)
    return dates


def _origin(code: str, entry: FieldProvenance, dates: Mapping[str, str], sources: Sources) -> ValueOrigin:
    correction = entry.get("curated", {}).get(code)
    publisher = correction.get("publisher", "") if correction else ""
    own = {**UNLISTED_TITLES, CURATED: publisher or UNLISTED_TITLES[CURATED]}
    known = [sources[name] for name in dates if name in sources]
    return ValueOrigin(
        ", ".join(dates),
        "; ".join(own.get(name) or (sources[name]["title"] if name in sources else "") for name in dates),
        next(filter(None, dates.values()), ""),
        min((source.get("date", "") for source in known), default="") if len(known) == len(dates) else "",
        "; ".join(dict.fromkeys(source["licence"] for source in known)),
        _reason_of(correction) if correction else "",
        code in entry.get("unconfirmed", ()),
        publisher,
        entry.get("notes", {}).get(code, ""),
    )


def _reason_of(correction: Correction) -> str:
    """Write why a value was corrected, and which values were removed."""
    reason, removed = correction["reason"], correction.get("removed", {}).values()
    texts = [text for value in removed for text in (map(_text, value) if isinstance(value, list) else [_text(value)])]
    return f"{reason} Removed: {'; '.join(dict.fromkeys(texts))}." if texts else reason


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(dict.fromkeys(map(_text, value.values())))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
