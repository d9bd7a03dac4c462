"""Finds faults of files that only a refresh reads, and facts that look wrong, for a refresh and ``countries check``."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from builder.api.dataset_files import Json
from builder.api.field_types import object_in, value_at
from builder.api.record_model import COMPUTED_FIELDS, Country
from builder.extensions.tables.loading import NAME, load_tables
from builder.inputs.errors import InputError, Problem, refusals
from builder.inputs.json_files import parse_json
from builder.javascript.core_calls import Folding
from builder.site.site import Site
from refresh.audit.agreement import Explanation
from refresh.audit.fact_lists import FACT_LIST_TYPES, read_fact_lists
from refresh.audit.facts import doubtful_facts
from refresh.audit.name_tables import misleading_names
from refresh.audit.notices import missing_notices
from refresh.corrections import load_corrections
from refresh.data_files import read_json
from refresh.populations import NationalCount
from refresh.sources.curated_tables import CuratedTable
from refresh.sources_json import SourceList, load_sources
from refresh.stored_figures import StoredFigures

_CORRECTIONS = "curated/corrections"


class SecondList(TypedDict):
    """A list of values of other sources, with which values of the dataset are compared."""

    title: str
    sources: list[str]
    values: dict[str, Json]


# By pattern of the path; the first pattern that fits counts.
_MODELS: Mapping[str, Any] = {
    "curated/agreement/*.json": dict[str, dict[str, Explanation]],
    "curated/areas.json": dict[str, dict[str, str]],
    "curated/*-second-list.json": SecondList,
    "curated/holiday-names.json": SecondList,
    **{f"curated/facts/{name}.json": model for name, model in FACT_LIST_TYPES.items()},
    "curated/formal-words.json": dict[str, dict[str, str]],
    "curated/former-names.json": dict[str, dict[str, list[str]]],
    "curated/minimum-coverage.json": dict[str, int],
    "curated/national-counts.json": dict[str, NationalCount],
    "curated/correction-rows.schema.json": dict[str, Json],
    "curated/tables/*.json": CuratedTable,
    "figures/*.json": StoredFigures,
    "restcountries/*.json": dict[str, list[str]],
}
# Folders and files that a build reads and judges, and the rows of corrections, which have their own reader.
_FOLDERS_WITH_READERS = ("aliases", "changes", "countries", "holidays", "names", "reference", "tables", _CORRECTIONS)
_FILES_WITH_READERS = ("licences.json", "notice.json", "provenance.json", "sources.json")


def judge(data: Path, site: Site | None, refused: Collection[str]) -> Iterator[Problem]:
    """Yield faults of files that no build reads, except *refused* ones, and faults of facts if *site* is valid."""
    # The codes of the whole dataset, also if the site has only some of its countries.
    codes = None if site is None else {path.stem.upper() for path in (data / "countries").glob("*.json")}
    yield from faults_of_unread_files(data, codes, refused)
    if site is not None:
        yield from faults_of_facts(data, site)


def faults_of_facts(data: Path, site: Site) -> Iterator[Problem]:
    """Yield facts of a valid *site* that look wrong, fields without a source, and fields in too few countries.

    It also yields names that mislead a search, and licences without their text. *data* is the folder of the dataset.
    Numbers of the world, and of countries with a field, are judged only if the site has all countries of the folder.
    """
    dataset, sources = site.dataset, site.dataset.sources
    catalog = load_sources(data / "sources.json")
    yield from unsourced(catalog)
    is_whole = len(dataset.records) == len([*(data / "countries").glob("[!.]*.json")])
    tables = site.values.get(NAME) or load_tables(data, dataset)
    records = {f"countries/{record.cca2.lower()}.json": record.value for record in dataset.records}
    yield from doubtful_facts(records, read_fact_lists(data), tables, whole=is_whole)
    yield from misleading_names(dataset, Folding(site.core))
    if "licences" in sources:
        yield from missing_notices(data / "notices", sources["sources"], sources["licences"])
    # An owner's dataset need not have the file.
    path = data / "curated" / "minimum-coverage.json"
    if is_whole and path.exists():
        yield from too_rare(records.values(), read_json(path, dict[str, int]), catalog.holiday_years)


def faults_of_unread_files(data: Path, codes: Collection[str] | None, refused: Collection[str]) -> Iterator[Problem]:
    """Yield every fault of the files below *data* that no build reads, and of the corrections of records.

    Files that are *refused* already are left out. *codes* are those of the countries; ``None`` if these are invalid.
    """
    for path in sorted(data.rglob("*.json")):
        name = path.relative_to(data).as_posix()
        has_reader = name in _FILES_WITH_READERS or name.startswith(tuple(f"{one}/" for one in _FOLDERS_WITH_READERS))
        if not (name in refused or path.name.startswith(".") or has_reader):
            yield from _faults(name, path.read_bytes())
    yield from _faults_of_corrections(data, codes)


def _faults(name: str, content: bytes) -> Iterator[Problem]:
    problems: list[Problem] = []
    parse_json(name, content, problems)
    model = next((model for pattern, model in _MODELS.items() if fnmatch(name, pattern)), None)
    yield from problems
    if model is None:
        yield Problem(name, "", "is read by nothing; correct its name, or remove it")
    elif not problems:
        try:
            TypeAdapter(model).validate_json(content, strict=True, extra="forbid")
        except ValidationError as error:
            yield from refusals(name, error)


def _faults_of_corrections(data: Path, codes: Collection[str] | None) -> Iterator[Problem]:
    try:
        rows = load_corrections(data / _CORRECTIONS)
    except InputError as error:
        yield from (problem._replace(file=f"{_CORRECTIONS}/{problem.file}") for problem in error.problems)
        return
    for row in (row for row in rows if not row.table):
        file, place = f"{_CORRECTIONS}/{row.file}", row.place
        if codes is not None and row.country not in codes:
            yield Problem(file, place, f'"{row.country}" is not the alpha-2 code of a country in the dataset')
        if row.field.split(".")[0] not in Country.__annotations__:
            yield Problem(file, place, "is no field of the record model (builder/api/record_model.py)")


def too_rare(
    records: Iterable[Mapping[str, object]], minimums: Mapping[str, int], years: Iterable[int]
) -> Iterator[Problem]:
    """Yield the fields that fewer countries have than the minimum; holidays count when they cover all of *years*."""
    records, expected = [*records], {str(year) for year in years}
    for field, least in minimums.items():
        values = [value for record in records if (value := value_at(record, field)) is not None]
        if field == "holidays":
            values = [value for value in values if expected <= {day["date"][:4] for day in value["items"]}]
        if len(values) < least:
            yield Problem(field, "", f"{len(values)} countries have it; at least {least} must")


def unsourced(catalog: SourceList) -> list[Problem]:
    """List the fields of the model that no source fills and neither the build nor a refresh computes."""
    sourced = (*catalog.precedence, *COMPUTED_FIELDS, "enrichment.fetchedAt")
    return [
        Problem("sources.json", f"fields.{path}", "is missing: list the sources that may fill this field")
        for path in _paths(Country)
        if not any(f"{path}.".startswith(f"{field}.") or field.startswith(f"{path}.") for field in sourced)
    ]


def _paths(model: type) -> Iterator[str]:
    for name, annotation in get_type_hints(model).items():
        # Maps and lists of objects count as one field.
        inner = None if get_origin(annotation) in (list, dict) else object_in(annotation)
        yield from (f"{name}.{path}" for path in _paths(inner)) if inner else [name]
