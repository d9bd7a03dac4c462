"""Runs a refresh: reads each source, merges, applies corrections, finishes records. Returns files; writes nothing."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import cast

from builder.inputs.errors import PROGRESS, Problem, refuse
from refresh import corrections, merge, populations
from refresh.change_files import changes_file
from refresh.corrections import CorrectionRow
from refresh.data_files import files_of, load_records, read_json
from refresh.download import fetch, fetch_files, fetch_missing
from refresh.flags import flags
from refresh.inputs import Inputs
from refresh.refresh_types import Facts, StoredRecords
from refresh.sources import cldr_names, geonames, reader_of
from refresh.sources.curated_tables import read_tables
from refresh.sources_json import Source, SourceList
from refresh.stored_figures import Series, format_figures, read_figures
from refresh.tables import table_files

_PER_PERSON = "enrichment.economics.gdpPerCapita"
_WEBSITE = "enrichment.government.website"

# Fields by whose values sources are keyed: what readers see of the records.
_KEYS = ("cca2", "cca3", "ccn3", "kbId", "name", "capital", "translations")

# By ids of packages: a function that makes files of data/ from these packages and the alpha-2 codes of all countries.
_FILE_MAKERS: dict[tuple[str, ...], Callable[..., dict[str, str]]] = {
    ("flag-icons",): flags,
    ("cldr-names", "cldr"): cldr_names.searched_names,
}


def refreshed(data: Path, catalog: SourceList, cache: Path) -> dict[str, str]:
    """Make the files of ``data/`` from the sources, with downloads in *cache*. Raises ``InputError`` for problems."""
    precedence = catalog.precedence
    all_rows = corrections.load_corrections(data / "curated" / "corrections")
    rows = corrections.within_years((row for row in all_rows if not row.table), catalog.holiday_years)
    base: StoredRecords = {}
    inputs = Inputs(data, catalog, cache, {})
    facts: dict[str, Facts] = {}
    figures: dict[str, Series] = {}
    files: dict[str, str] = {}
    keys = {path: ids for path, ids in precedence.items() if path in _KEYS}
    rows_of_keys = [row for row in rows if any(map(row.touches, keys))]
    fetch_missing((*catalog.sources, *catalog.tables), cache)
    for number, source in enumerate(catalog.sources, 1):
        PROGRESS.info("%d of %d sources", number, len(catalog.sources))
        if not any(source.id in ids for ids in precedence.values()):
            continue
        if source.package:
            facts[source.id] = reader_of(source.id).read(fetch(source, cache), inputs)
        elif source.repository:
            figures[source.id] = _figures(inputs, source)
            files[f"figures/{source.id}.json"] = format_figures(source, figures[source.id])
            years = _usual_years([facts[name] for name in figures if name in facts])
            facts[source.id] = reader_of(source.id).facts_of(figures[source.id], years)
        else:
            curated = read_tables(data / "curated" / "tables" / name for name in source.tables)
            facts[source.id] = geonames.confirmed(curated, geonames.read_second_list(data))
        # The first source of ``cca2`` decides which countries there are.
        if source.id == precedence["cca2"][0]:
            base = cast("StoredRecords", {code: {} for code in facts[source.id]})
        if any(source.id in ids for ids in keys.values()):
            inputs = replace(inputs, records=_merged(base, facts, (), keys, rows_of_keys)[0])
    records, origins, removed, stale = _merged(base, facts, figures.values(), precedence, rows)
    refuse(stale, "data/ is unchanged.")
    currencies = read_json(data / "reference" / "currencies.json", dict[str, str])
    lists = {"currencies": currencies, "languages": {code: entry["name"] for code, entry in inputs.languages.items()}}
    before = load_records(data)
    finished = merge.keep_fetched_at(merge.finish_records(records, catalog.fetched_at, lists), before)
    message = "is not in the finished record: another row, or a list of names in data/reference/, has another value"
    not_followed = corrections.not_followed_by(finished, rows)
    refuse((Problem(row.file, row.place, message) for row in not_followed), "data/ is unchanged.")
    economy = read_json(data / "curated" / "facts" / "economy.json", dict[str, str])
    notes = {"population": populations.sentences(data), _PER_PERSON: economy}
    provenance = merge.make_provenance(finished, origins, rows, removed, notes)
    if _WEBSITE in provenance:
        replaced = {row.country for row in rows if row.field == _WEBSITE and row.replaces}
        provenance[_WEBSITE]["unconfirmed"] = sorted(replaced)
    files |= files_of(finished, {field: provenance[field] for field in precedence if field in provenance})
    other_files = _other_files(replace(inputs, records=finished), [row for row in all_rows if row.table])
    return (
        files
        | other_files
        | populations.capital_years(data, provenance, other_files)
        | changes_file(data, catalog.fetched_at[:10], before, finished, provenance, tables=other_files)
    )


def _usual_years(facts_of_sources: Iterable[Facts]) -> dict[str, str]:
    """Return the most frequent date of each dated field."""
    dates: dict[str, Counter[str]] = {}
    for facts in facts_of_sources:
        for country in facts.values():
            for path, fact in country.items():
                if fact.as_of:
                    dates.setdefault(path, Counter())[fact.as_of] += 1
    return {path: counter.most_common(1)[0][0] for path, counter in dates.items()}


def _figures(inputs: Inputs, source: Source) -> Series:
    stored = read_figures(inputs.data, source)
    if stored is not None:
        return stored
    files, areas = fetch_files(source, inputs.cache), inputs.areas(source.id)
    series: Series = reader_of(source.id).extract(source, files, inputs.records, areas)
    return series


def _other_files(inputs: Inputs, rows: Sequence[CorrectionRow]) -> dict[str, str]:
    """Make the files of flags, searched names and tables."""
    files: dict[str, str] = {}
    sources = {source.id: source for source in inputs.catalog.sources}
    for ids, make in _FILE_MAKERS.items():
        if sources.keys() >= {*ids}:
            files |= make(*(fetch(sources[name], inputs.cache) for name in ids), inputs.records)
    return files | table_files(inputs, rows)


def _chosen_names(formal: Facts, rows: Iterable[CorrectionRow]) -> set[tuple[str, str]]:
    """List code and language of the official names that UNTERM or a correction gives."""
    corrected = {
        (row.country, row.field.split(".")[1])
        for row in rows
        if row.field.startswith("translations.") and row.field.endswith(".official")
    }
    return corrected | {(code, key) for code, facts in formal.items() for fact in facts.values() for key in fact.value}


def _merged(
    base: StoredRecords,
    facts: Mapping[str, Facts],
    figures: Iterable[Series],
    precedence: merge.Precedence,
    rows: Iterable[CorrectionRow],
) -> tuple[StoredRecords, merge.Origins, corrections.Removed, list[Problem]]:
    # Start from records without corrections: a row applied a second time has no effect, and would count as obsolete.
    records = deepcopy(base)
    used, unused_rows = corrections.facts_in_use(facts, rows)
    origins = merge.apply_precedence(records, used, precedence)
    uncorrected = deepcopy(records)
    stale = corrections.correct_records(records, rows)
    if "translations" in precedence:
        cldr_names.complete_official_names(records, _chosen_names(used.get("un-names", {}), rows))
    if _PER_PERSON in precedence:
        people: dict[str, dict[str, float]] = {}
        for series in figures:
            for code, years in series.get("population", {}).items():
                people[code] = years | people.get(code, {})
        merge.compute_per_person(records, origins, people)
    problems = [*unused_rows, *stale]
    removed = {} if problems else corrections.removed_values(facts, uncorrected, records, rows)
    return records, origins, removed, problems
