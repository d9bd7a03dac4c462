"""Checks the files of ``data/`` that no build reads, so that a fault in one is found before the next refresh."""

from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from builder.api.record_fields import Country
from builder.dataset_types import Json
from builder.input_errors import InputError, Problem, refusals
from builder.json_files import parse_json
from refresh.audit.age import Round
from refresh.audit.agreement import Explanation
from refresh.audit.website_checks import NAME as WEBSITE_CHECKS
from refresh.audit.website_checks import WebsiteCheck
from refresh.data_files import REFRESH_HASHES
from refresh.national_counts import NationalCount
from refresh.overrides import load_overrides
from refresh.refresh_types import Facts
from refresh.sources.curated_tables import CuratedTable
from refresh.stored_figures import StoredFigures

_OVERRIDES = "curated/overrides"


class SecondList(TypedDict):
    """Values of other sources, to compare those of a table with."""

    title: str
    sources: list[str]
    values: dict[str, Json]


class NationalEstimates(TypedDict):
    """Populations by alpha-2 code."""

    title: str
    source: str
    values: dict[str, int]


# Tables of a field of records; the others are each for a table, whose module reads them.
_OF_ONE_FIELD = ("capital-population", "companies", "fifa", "flags-alt", "hdi", "population")
# By path; the first pattern counts.
_MODELS: Mapping[str, Any] = {
    "curated/agreement/*.json": dict[str, dict[str, Explanation]],
    "curated/areas.json": dict[str, dict[str, str]],
    "curated/*-second-list.json": SecondList,
    "curated/confirmed-holidays.json": dict[str, list[str]],
    "curated/factbook-files.json": dict[str, list[str]],
    "curated/formal-words.json": dict[str, dict[str, str]],
    "curated/former-names.json": dict[str, dict[str, list[str]]],
    "curated/minimum-coverage.json": dict[str, int],
    "curated/national-counts.json": dict[str, NationalCount],
    "curated/national-estimates.json": NationalEstimates,
    "curated/override-rows.schema.json": dict[str, Json],
    **{f"curated/tables/{name}.json": CuratedTable for name in _OF_ONE_FIELD},
    "curated/tables/*.json": dict[str, Json],
    "curated/yearly-round.json": list[Round],
    "figures/*.json": StoredFigures,
    "live/*.json": Facts,
    "restcountries/*.json": dict[str, list[str]],
    REFRESH_HASHES: dict[str, str],
    WEBSITE_CHECKS: dict[str, WebsiteCheck],
}
# What a build reads and refuses, and the rows of corrections, which have their own reader.
_READ_ELSEWHERE = ("aliases", "changes", "countries", "holidays", "names", "reference", "tables", _OVERRIDES)
_OF_BUILD = ("licences.json", "notice.json", "provenance.json", "sources.json")


def faults_of_unread_files(data: Path, codes: Collection[str] | None, refused: Collection[str]) -> Iterator[Problem]:
    """Yield every fault of a file below *data* by its model, and each correction that no refresh can apply.

    Files that are *refused* already are left out. *codes* are the alpha-2 codes of the dataset, ``None`` if it is
    invalid.
    """
    for path in sorted(data.rglob("*.json")):
        name = path.relative_to(data).as_posix()
        is_elsewhere = name in _OF_BUILD or any(name.startswith(f"{folder}/") for folder in _READ_ELSEWHERE)
        if not (name in refused or path.name.startswith(".") or is_elsewhere):
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
        rows = load_overrides(data / _OVERRIDES)
    except InputError as error:
        yield from (problem._replace(file=f"{_OVERRIDES}/{problem.file}") for problem in error.problems)
        return
    for row in rows:
        file, place = f"{_OVERRIDES}/{row.file}", f"{row.country}.{row.field}"
        if codes is not None and row.country not in codes:
            yield Problem(file, place, f'"{row.country}" is not the alpha-2 code of a country in the dataset')
        if row.field.split(".")[0] not in Country.__annotations__:
            yield Problem(file, place, "is no field of the record model (builder/api/record_fields.py)")
