"""What ``countries check`` finds in the files of ``data/`` that only a refresh reads."""

from collections.abc import Collection, Iterator
from pathlib import Path

from builder.input_errors import Problem
from builder.site.site import Site
from refresh.audit.coverage import coverage, unsourced
from refresh.audit.unread_files import faults_of_unread_files
from refresh.data_files import read_json
from refresh.source_list import load_sources


def judge(data: Path, site: Site | None, refused: Collection[str]) -> Iterator[Problem]:
    """Yield the faults of files that no build reads, of fields without a source, and of fields in too few countries.

    *site* is None if the dataset is invalid; files that are *refused* already are left out.
    """
    codes = None if site is None else {record.cca2 for record in site.dataset.records}
    yield from faults_of_unread_files(data, codes, refused)
    if site is None or "sources.json" in refused:
        return
    catalog = load_sources(data / "sources.json")
    yield from unsourced(catalog)
    # A dataset of other countries need not have the file.
    path = data / "curated" / "minimum-coverage.json"
    minimums = read_json(path, dict[str, int]) if path.exists() else {}
    values = {record.cca2: record.value for record in site.dataset.records}
    for row in coverage(values, minimums, catalog.holiday_years):
        if row.is_short:
            yield Problem(row.field, "", f"{row.countries} countries have it; at least {row.floor} must")
