"""Finds the source of each value of a record, and the sources of each field, for documents and tables."""

import json
from collections import defaultdict
from collections.abc import Mapping
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
    """A field of a country, its value and its source.

    ``source`` is an id of ``data/sources.json``, ``curated`` or ``computed``. ``as_of`` is the year or date of the
    value or, if the source has none, of the source's edition; empty if both are unknown. ``reason`` says why the value
    or a part of it was corrected, and what was removed. ``publisher`` publishes a value that was entered by hand, and
    is then its ``title``. ``unconfirmed`` is true for a URL that was entered by hand and that no source confirms.
    ``note`` says who published the figure, what it covers, and which other figures exist.
    """

    field: str
    value: Any
    source: str
    title: str
    as_of: str
    licence: str
    reason: str
    unconfirmed: bool = False
    publisher: str = ""
    note: str = ""


class FieldOrigin(NamedTuple):
    """The provenance of a field in one country. The members have the meaning that they have in ``ValueOrigin``."""

    source: str = ""
    as_of: str = ""
    reason: str = ""
    unconfirmed: bool = False
    publisher: str = ""
    note: str = ""

    def titles(self, sources: Sources) -> str:
        """Name the sources of the value. For a value that was entered by hand, this is its publisher, if known."""
        own = {**UNLISTED_TITLES, CURATED: self.publisher or UNLISTED_TITLES[CURATED]}
        names = self.source.split(", ")
        return "; ".join(own.get(name) or (sources[name]["title"] if name in sources else "") for name in names)


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
    if mended := len(entry.get("curated", {})):
        described.append(f"{mended} corrected by hand")
    return FieldSources(field, len(countries), escaped("; ".join(described)))


def origins_by_field(provenance: Provenance) -> dict[str, dict[str, FieldOrigin]]:
    """Return the origins by field and alpha-2 code."""
    return {field: _by_country(entry) for field, entry in provenance.items()}


def _by_country(entry: FieldProvenance) -> dict[str, FieldOrigin]:
    curated, notes, unconfirmed = entry.get("curated", {}), entry.get("notes", {}), {*entry.get("unconfirmed", ())}
    # The parts of a field, such as translations, can have several sources.
    identifiers: defaultdict[str, list[str]] = defaultdict(list)
    first_dates: dict[str, str] = {}
    for identifier, dates in entry["sources"].items():
        for as_of, codes in dates.items():
            for code in codes:
                identifiers[code].append(identifier)
                first_dates[code] = first_dates.get(code) or as_of
    origins = {}
    for code in {*identifiers, *curated, *unconfirmed}:
        correction = curated.get(code)
        origins[code] = FieldOrigin(
            ", ".join(identifiers.get(code, ())),
            first_dates.get(code, ""),
            _reason_of(correction) if correction else "",
            code in unconfirmed,
            correction.get("publisher", "") if correction else "",
            notes.get(code, ""),
        )
    return origins


def _reason_of(correction: Correction) -> str:
    """Write why a value was corrected, and which values were removed."""
    reason, removed = correction["reason"], correction.get("removed", {}).values()
    texts = [text for value in removed for text in (map(_text, value) if isinstance(value, list) else [_text(value)])]
    return f"{reason} Removed: {'; '.join(dict.fromkeys(texts))}." if texts else reason


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(dict.fromkeys(map(_text, value.values())))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def field_origins(code: str, fields: Mapping[str, Mapping[str, FieldOrigin]]) -> dict[str, FieldOrigin]:
    """Return the origins of one country by field, from ``origins_by_field``."""
    return {field: by_country.get(code, FieldOrigin()) for field, by_country in fields.items()}


def origins_of(
    record: Mapping[str, object], origins: Mapping[str, FieldOrigin], sources: Sources
) -> tuple[ValueOrigin, ...]:
    """Combine the values of *record* with their *origins*, the result of ``field_origins``."""
    values = []
    derived = dict(DERIVED)
    listed = {field: origin for field, origin in origins.items() if origin.source or field not in derived}
    identifiers = {origin.source for origin in listed.values()}
    described = {source: _date_and_licences(source, sources) for source in identifiers}
    for field, origin in listed.items():
        if (value := value_at(record, field)) is not None:
            title = origin.titles(sources)
            date, licence = described[origin.source]
            more = (origin.reason, origin.unconfirmed, origin.publisher, origin.note)
            values.append(ValueOrigin(field, value, origin.source, title, origin.as_of or date, licence, *more))
    computed = [
        ValueOrigin(field, value, COMPUTED, how.replace("`", ""), "", "", "")
        for field, how in derived.items()
        if field not in listed and (value := value_at(record, field)) is not None
    ]
    return (*values, *computed)


def _date_and_licences(identifiers: str, sources: Sources) -> tuple[str, str]:
    """Return the oldest date of the editions of the sources, if all are known, and their licences."""
    names = identifiers.split(", ")
    known = [sources[name] for name in names if name in sources]
    dates = [entry.get("date", "") for entry in known]
    oldest = min(dates) if len(known) == len(names) else ""
    return oldest, "; ".join(dict.fromkeys(entry["licence"] for entry in known))
