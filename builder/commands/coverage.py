"""Counts the countries that have each field of the dataset."""

from collections.abc import Iterable

from builder.build_request import BuildRequest
from builder.config import load_config
from builder.input_errors import InputError, Problem
from builder.javascript.context import read_modules
from builder.javascript.core_calls import Folding
from builder.refresh.data_files import read_json
from builder.refresh.quality.coverage import FieldCoverage, coverage
from builder.refresh.source_list import load_sources
from builder.site.dataset.loading import load_dataset


def count_fields(request: BuildRequest) -> tuple[list[FieldCoverage], tuple[int, ...]]:
    """Count every field of the dataset against its minimum; return the counts, and the years that holidays cover."""
    data = request.root / "data"
    years = load_sources(data / "sources.json").holiday_years
    dataset = load_dataset(data, load_config(request.config), Folding(read_modules(request.edge / "core")))
    minimums = read_json(data / "curated" / "minimum-coverage.json", dict[str, int])
    return coverage({record.cca2: record.value for record in dataset.records}, minimums, years), years


def refuse_short(rows: Iterable[FieldCoverage]) -> None:
    """Raise ``InputError`` for every field that fewer countries have than its minimum."""
    short = [
        Problem(row.field, "", f"{row.countries} countries have it; at least {row.floor} must")
        for row in rows
        if row.is_short
    ]
    if short:
        raise InputError(short, "Add a source, or lower the minimum in data/curated/minimum-coverage.json.")
