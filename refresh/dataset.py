"""Makes the files of ``data/`` anew from its sources, judges them, and compares them with the stored files."""

import json
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from shutil import copytree

from builder.inputs.errors import Problem, refuse
from builder.project.build_request import BuildRequest
from builder.site.reading import read_site
from refresh.audit.judge import faults_of_facts
from refresh.data_files import changed_and_stale, format_json, rewrite
from refresh.refresh import refreshed
from refresh.sources_json import load_sources


def make_files(request: BuildRequest, fetched_at: str) -> dict[str, str]:
    """Make the files of ``data/`` by path; an empty *fetched_at* keeps the date. Raises as ``refuse_unsound`` does."""
    data = request.root / "data"
    catalog = load_sources(data / "sources.json")
    dated = replace(catalog, fetched_at=fetched_at or catalog.fetched_at)
    files = refreshed(data, dated, request.root / ".cache" / "sources")
    if dated != catalog:
        stored = json.loads((data / "sources.json").read_text("utf-8"))
        files["sources.json"] = format_json({**stored, "fetchedAt": fetched_at})
    refuse_unsound(request, files)
    return files


def refuse_unsound(request: BuildRequest, files: Mapping[str, str]) -> None:
    """Raise ``InputError`` for what a build would refuse of a dataset with *files*, and for facts that look wrong."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = request._replace(root=Path(scratch))
        copytree(request.root / "data", copy.root / "data")
        rewrite(copy.data, files)
        site = read_site(copy)
        refuse(faults_of_facts(copy.data, site), "data/ is unchanged.")


def refuse_differences(data: Path, files: Mapping[str, str]) -> None:
    """Raise ``InputError`` for every file of ``data/`` that differs from *files*, or that a refresh would remove."""
    changed, stale = changed_and_stale(data, files)
    problems = [Problem(name, "", "differs from the sources") for name in changed]
    problems += [Problem(name, "", "belongs to no country or package in the sources") for name in stale]
    refuse(problems, "Run countries refresh, or make the change in data/curated/.")
