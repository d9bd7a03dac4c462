"""Makes ``data/`` anew from its sources, compares it with them, or rewrites it."""

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree

from builder.build_request import BuildRequest
from builder.config import load_config
from builder.dataset_types import PlausibleBounds
from builder.input_errors import InputError, Problem, Progress
from builder.site.reading import read_site
from refresh.audit.website_checks import WebsiteCheck, check_websites, unanswered
from refresh.data_files import (
    REFRESH_HASHES,
    changed_and_stale,
    edited_by_hand,
    format_json,
    load_records,
    read_json,
    rewrite,
)
from refresh.download import Supply
from refresh.http_client import Client
from refresh.overrides import file_for
from refresh.refresh import refreshed
from refresh.source_list import SourceList, load_sources
from refresh.sources import wikidata
from refresh.stored_answers import Snapshots, read_snapshots


@dataclass(frozen=True)
class RefreshInputs:
    """What a refresh reads: the project, its list of sources, their packages, and the answers of live services.

    *fetched_at* is the moment of the new dataset. *checks* are new results of website checks, or ``None``.
    """

    request: BuildRequest
    catalog: SourceList
    fetched_at: str
    supply: Supply
    snapshots: Snapshots
    checks: Mapping[str, WebsiteCheck] | None = None

    @property
    def data(self) -> Path:
        """The project's own folder of the dataset: a refresh never writes to the shipped one."""
        return self.request.root / "data"


def read_inputs(request: BuildRequest, fetched_at: str, folder: Path | None) -> RefreshInputs:
    """Read the list of sources and the stored answers. With an empty *fetched_at*, the dataset keeps its moment.

    Pinned files of repositories are read from *folder* if it is given, instead of the network.
    """
    data = request.root / "data"
    catalog = load_sources(data / "sources.json")
    client = Client(load_config(request.config).repository_url)
    supply = Supply(request.root / ".cache" / "sources", client, folder)
    return RefreshInputs(request, catalog, fetched_at or catalog.fetched_at, supply, read_snapshots(data, catalog))


def ask_services(inputs: RefreshInputs, progress: Progress, *, websites: bool) -> tuple[RefreshInputs, list[str]]:
    """Ask the live services and, with *websites*, the sites of the countries.

    Returns the inputs with the answers, and a line for each failure and each site that does not answer.
    """
    moment = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    client, records = inputs.supply.client, load_records(inputs.data)
    facts, notes = wikidata.collect(
        client,
        inputs.catalog.source(wikidata.SOURCE).endpoint,
        records,
        inputs.snapshots[wikidata.SOURCE],
        bounds=read_json(inputs.data / "reference" / "bounds.json", PlausibleBounds)["figures"],
        fetched_at=moment,
        progress=progress,
    )
    snapshots = {wikidata.SOURCE: facts}
    if not websites:
        return replace(inputs, snapshots=snapshots), notes
    checks = check_websites(records, client.contact, moment, progress)
    return replace(inputs, snapshots=snapshots, checks=checks), [*notes, *unanswered(checks)]


def make_files(inputs: RefreshInputs, only: str, progress: Progress) -> dict[str, str]:
    """Make the files of ``data/``, by path in it. *only* names a source, whose fields alone are read again.

    Raises ``InputError`` if a build would refuse the dataset of these files.
    """
    data, catalog = inputs.data, inputs.catalog
    dated = replace(catalog, fetched_at=inputs.fetched_at)
    files = refreshed(data, dated, inputs.supply, inputs.snapshots, only, checks=inputs.checks, progress=progress)
    if inputs.fetched_at != catalog.fetched_at:
        stored = json.loads((data / "sources.json").read_text("utf-8"))
        files["sources.json"] = format_json({**stored, "fetchedAt": inputs.fetched_at})
    refuse_unsound(inputs.request, files)
    return files


def refuse_unsound(request: BuildRequest, files: Mapping[str, str]) -> None:
    """Raise ``InputError`` for all that a build would refuse of the dataset if *files* were written.

    A site is derived from a copy, before any file of the dataset is changed.
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "data"
        copytree(request.root / "data", folder)
        rewrite(folder, files)
        read_site(request._replace(dataset=folder), load_config(request.config))


def refuse_differences(inputs: RefreshInputs, files: Mapping[str, str]) -> None:
    """Raise ``InputError`` for every file of ``data/`` that differs from *files* or belongs to no country."""
    changed, stale = changed_and_stale(inputs.data, files)
    differing = [name for name in changed if name != REFRESH_HASHES]
    problems = [Problem(name, "", "differs from the sources") for name in differing]
    problems += [Problem(name, "", "belongs to no country in the sources") for name in stale]
    if changed and not problems:
        problems = [Problem(REFRESH_HASHES, "", "differs from the sources")]
    if problems:
        raise InputError(problems, "Run countries refresh, or make the change in data/curated/.")


def write_files(inputs: RefreshInputs, files: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Write *files* to ``data/``; return the paths written and the paths removed.

    Raises ``InputError`` for every generated file that was edited by hand, and names the file to edit instead.
    """
    problems = []
    for name, field in edited_by_hand(inputs.data, files):
        overrides = inputs.data / "curated" / "overrides"
        place = file_for(overrides, field) if name.startswith("countries/") else "overrides/"
        message = f"was edited by hand, and refresh would overwrite it. Add a row to data/curated/{place}"
        problems.append(Problem(name, field, message))
    if problems:
        raise InputError(problems, "Then restore these files (git checkout) and run countries refresh again.")
    return rewrite(inputs.data, files)
