"""A live refresh of the small world: what the services say lands in the dataset, and what fails leaves it as it was."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from builder.cli.dataset_commands import refresh
from builder.sources.data_files import load_records
from builder.sources.http_client import Client, Policy
from builder.sources.readers import nager
from tests.support.project import ROOT
from tests.support.sources.misbehaving import Answerer, Asked, Reply, Server, in_turn, serving
from tests.unit.sources.readers.test_wikidata import answer as sparql

CLIENT = Client("https://example.org", Policy(attempts=1, timeout=2))
HOLIDAY = {"localName": "Tag", "name": "Day", "countryCode": "DE", "fixed": False, "counties": None, "launchYear": None}


def calendar(*days: str, **more: Any) -> list[dict[str, Any]]:
    return [{"date": day, **HOLIDAY, "global": True, "types": ["Public"], **more} for day in days]


def ours(*days: str) -> dict[str, Any]:
    return {"DE": {"holidays": {"items": [{"date": day} for day in days]}}, "AQ": {}}


def compared(theirs: Reply, *days: str) -> list[str]:
    with serving(in_turn(theirs)) as server:
        found = nager.compare(CLIENT, server.url, ours(*days), [2026])
    assert [request.path for request in server.requests] == ["/api/v3/PublicHolidays/2026/DE"]
    return [str(comparison) for comparison in found]


def test_two_calendars_agree() -> None:
    theirs = Reply(calendar("2026-01-01", "2026-05-01"))
    assert compared(theirs, "2026-01-01", "2026-05-01", "2027-01-01") == ["DE 2026: the same dates"]


def test_two_calendars_differ() -> None:
    theirs = Reply(calendar("2026-01-01", "2026-12-25"))
    assert compared(theirs, "2026-01-01", "2026-05-01") == ["DE 2026: only here 2026-05-01; only there 2026-12-25"]


def test_only_nationwide_public_holidays_count() -> None:
    regional, bank = calendar("2026-01-06", **{"global": False}), calendar("2026-02-02", types=["Bank"])
    assert compared(Reply(regional + bank), "2026-01-01") == ["DE 2026: only here 2026-01-01"]


def test_a_country_that_the_other_calendar_lacks_is_left_out() -> None:
    assert compared(Reply("", 204), "2026-01-01") == []


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply("broken", 500), "HTTP 500"),
        (Reply({"title": "Not a list"}), "not a list of holidays"),
        (Reply([{"date": "2026-01-01"}]), "not a list of holidays"),
        (Reply(calendar("2019-01-01")), "holidays that are not in 2026"),
    ],
)
def test_a_calendar_that_cannot_be_read_is_named(reply: Reply, reason: str) -> None:
    (line,) = compared(reply, "2026-01-01")
    assert line.startswith("DE 2026: not compared, ")
    assert reason in line


@contextmanager
def live_project(folder: Path, answerer: Answerer) -> Iterator[Server]:
    """Copy the project with both services on a server of ours, asked about Germany and Norway alone."""
    shutil.copytree(ROOT / "data", folder / "data")
    shutil.copy(ROOT / "site_config.toml", folder)
    (folder / ".cache").symlink_to(ROOT / ".cache")
    with serving(answerer) as server:
        path = folder / "data" / "sources.json"
        catalog = json.loads(path.read_text("utf-8"))
        catalog["services"][0]["endpoint"], catalog["services"][1]["endpoint"] = server.url + "/sparql", server.url
        path.write_text(json.dumps(catalog), "utf-8")
        yield server


def both(asked: Asked) -> Reply:
    return sparql(asked) if asked.path == "/sparql" else Reply("", 404)


def test_a_live_refresh_takes_over_what_is_known_and_keeps_it(tmp_path: Path) -> None:
    with live_project(tmp_path, both):
        done = CliRunner().invoke(refresh, ["--live", "--only", "wikidata"], obj=tmp_path / "site_config.toml")
        assert done.exit_code == 0, done.output
    germany = load_records(tmp_path / "data")["DE"]
    assert germany["population"] == 83577140
    assert germany["enrichment"]["population"] == {"value": 83577140, "source": "wikidata", "asOf": "2025-03-31"}
    assert germany["enrichment"]["company"]["name"] == "Another Company"
    assert germany["enrichment"]["government"]["type"] == "federal parliamentary republic"
    assert germany["enrichment"]["fetchedAt"] > "2026-11-21T00:00:00Z"
    again = CliRunner().invoke(refresh, ["--check"], obj=tmp_path / "site_config.toml")
    assert again.exit_code == 0, again.output


def test_a_live_refresh_survives_services_that_are_down(tmp_path: Path) -> None:
    with live_project(tmp_path, in_turn(Reply("down", 503, {"Retry-After": "86400"}))) as server:
        done = CliRunner().invoke(refresh, ["--live", "--only", "wikidata"], obj=tmp_path / "site_config.toml")
    assert done.exit_code == 0, done.output
    assert "population of AD, AE, AF" in done.output
    assert "HTTP 503, and asks to wait 86400 s; the stored values stay" in done.output
    assert "Wikidata failed 3 times in a row; all else stays as stored" in done.output
    assert "nor is all that follows" in done.output
    assert "0 written, 0 removed" in done.output
    assert len(server.requests) == 6
    assert not (tmp_path / "data" / "live").exists()
