"""Compares the dataset with other sources, and lists how old its own are."""

from collections.abc import Iterator
from datetime import date
from itertools import chain
from pathlib import Path

from builder.input_errors import InputError, Problem
from refresh.audit.age import Round, round_lines, source_ages
from refresh.audit.agreement import Agreement, agreement, corrections, load_explanations
from refresh.audit.comparisons import FIGURES, compared
from refresh.audit.tables import Others, compared_tables
from refresh.data_files import json_files, load_records, read_json
from refresh.overrides import load_overrides
from refresh.source_list import load_sources
from refresh.stored_figures import read_figures


def compare_with_others(root: Path) -> Agreement:
    """Compare the dataset of the project at *root* with the other sources; they are downloaded once, to its cache."""
    data, cache = root / "data", root / ".cache" / "sources"
    catalog = load_sources(data / "sources.json")
    tables = {path.stem: read_json(path, dict[str, object])["rows"] for path in json_files(data / "tables")}
    stored = {name: read_figures(data, catalog.source(name)) for name in FIGURES}
    figures = {name: series for name, series in stored.items() if series is not None}
    if missing := stored.keys() - figures.keys():
        message = "does not match the pinned files; run countries refresh"
        raise InputError([Problem(f"figures/{name}.json", "", message) for name in missing])
    records = load_records(data)
    corrected = corrections(records, load_overrides(data / "curated" / "overrides"))

    others = Others(data, catalog, cache, records)
    comparisons = chain(compared(others, figures), compared_tables(tables, others))
    return agreement(comparisons, load_explanations(data), corrected)


def refuse_unexplained(result: Agreement) -> None:
    """Raise ``InputError`` for every difference without an explanation, and every explanation without a difference."""
    message = "explains a difference that does not exist, or has other values now"
    problems = [Problem("agreement/", item, message) for item in result.stale]
    problems += [Problem("agreement/", "", str(item)) for item in result.differences if not item.explanation]
    if problems:
        raise InputError(problems, "Correct the dataset, or explain the difference in data/curated/agreement/.")


def age_lines(data: Path, today: date) -> Iterator[str]:
    """Yield lines that say how old each source is on *today*, and what of the yearly round is due."""
    catalog = load_sources(data / "sources.json")
    yield "Sources, the oldest first:"
    yield from source_ages((*catalog.sources, *catalog.tables, *catalog.peers), today)
    yield "\nThe yearly round (data/README.md):"
    yield from round_lines(read_json(data / "curated" / "yearly-round.json", list[Round]), today)
