"""A live refresh of the shipped dataset stores new answers, and failed requests change nothing."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from refresh.command import refresh
from refresh.data_files import load_records
from tests.support.project import ROOT
from tests.support.refresh.scripted_server import ReceivedRequest, Script, ScriptedReply, Server, in_turn, serving
from tests.support.refresh.wikidata_answers import answer as sparql

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("remembered_readers")]


@contextmanager
def live_project(folder: Path, handler: Script) -> Iterator[Server]:
    """Copy the project with both services on a local server, for Germany and Norway only."""
    shutil.copytree(ROOT / "data", folder / "data")
    shutil.copy(ROOT / "site_config.toml", folder)
    (folder / ".cache").symlink_to(ROOT / ".cache")
    with serving(handler) as server:
        path = folder / "data" / "sources.json"
        catalog = json.loads(path.read_text("utf-8"))
        catalog["services"][0]["endpoint"], catalog["services"][1]["endpoint"] = server.url + "/sparql", server.url
        path.write_text(json.dumps(catalog), "utf-8")
        yield server


def both(asked: ReceivedRequest) -> ScriptedReply:
    return sparql(asked) if asked.path == "/sparql" else ScriptedReply("", 404)


def test_live_refresh_stores_answers_and_later_refreshes_keep_them(tmp_path: Path) -> None:
    with live_project(tmp_path, both):
        done = CliRunner().invoke(refresh, ["--live", "--only", "wikidata"], obj=tmp_path / "site_config.toml")
        assert done.exit_code == 0, done.output
    germany: Any = load_records(tmp_path / "data")["DE"]
    assert germany["population"] == 83577140
    assert germany["enrichment"]["population"] == {"value": 83577140, "source": "wikidata", "asOf": "2025-03-31"}
    assert germany["enrichment"]["company"]["name"] == "Another Company"
    assert germany["enrichment"]["government"]["type"] == "federal parliamentary republic"
    assert germany["enrichment"]["fetchedAt"] > "2026-11-21T00:00:00Z"
    again = CliRunner().invoke(refresh, ["--check"], obj=tmp_path / "site_config.toml")
    assert again.exit_code == 0, again.output


def test_live_refresh_with_unavailable_services_changes_nothing(tmp_path: Path) -> None:
    with live_project(tmp_path, in_turn(ScriptedReply("down", 503, {"Retry-After": "86400"}))) as server:
        done = CliRunner().invoke(refresh, ["--live", "--only", "wikidata"], obj=tmp_path / "site_config.toml")
    assert done.exit_code == 0, done.output
    assert "population of AD, AE, AF" in done.output
    assert "HTTP 503, with Retry-After 86400 s; the stored values are kept" in done.output
    assert "Wikidata failed 3 times in a row; all other stored values are kept" in done.output
    assert "nothing after it was compared" in done.output
    assert "0 written, 0 removed" in done.output
    assert len(server.requests) == 6
    assert not (tmp_path / "data" / "live").exists()
