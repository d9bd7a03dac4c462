"""Faults in the configurations of Cloudflare, Vercel, Netlify and nginx are rejected, or cause wrong answers."""

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.support.conformance import judge, load_differences, remembered
from tests.support.engines.cloudflare_rules import Rules
from tests.support.engines.engines import Engines
from tests.support.engines.netlify_rules import matches
from tests.support.engines.wrangler import dry_run
from tests.support.processes import link_tree, write_apart
from tests.support.serving import Service
from tests.support.vectors import Vector

_FAULTS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("host-faults.json").read_text("utf-8"))
# The engines with the host's own rules; other hosts have a tool that reads the rules.
_ENGINES = ("cloudflare", "vercel", "nginx")
_REPEATED = re.compile(r"\{((?:(?!\{[^{}]*\*[0-9]+\}).)+?)\*([0-9]+)\}", re.DOTALL)


def _those(part: str, *hosts: str) -> list[Any]:
    """List the faults with *part*. The first of each file is in every run; to start a tool for each takes long."""
    rows = [row for row in _FAULTS if part in row and (not hosts or row["host"] in hosts)]
    first = {row["file"]: row for row in reversed(rows)}
    return [
        pytest.param(
            [row], id=f"{row['host']}: {row['fault']}", marks=[pytest.mark.soak] * (row is not first[row["file"]])
        )
        for row in rows
    ]


def _some_together(host: str) -> list[Any]:
    """List the faults that cause wrong answers: those of every run as one, since each is at an address of its own."""
    rows = _those("target", host)
    together = [row for one in rows if not one.marks for row in one.values[0]]
    assert len({row["target"] for row in together}) == len(together)
    return [pytest.param(together, id=host), *(one for one in rows if one.marks)]


@contextmanager
def _planted(rows: Sequence[dict[str, Any]], site: Path) -> Iterator[Path]:
    """Link *site* into a folder in which files have the faults."""
    with TemporaryDirectory(prefix=".fault-", dir=site.parent) as scratch:
        copy = link_tree(site, Path(scratch) / "output")
        for row in rows:
            path = copy / row["file"]
            text = path.read_text("utf-8")
            assert row["instead of"] in text
            put = _REPEATED.sub(lambda found: found[1] * int(found[2]), row["put"])
            write_apart(path, text.replace(row["instead of"], put))
        yield copy


def _vector(row: dict[str, Any]) -> Vector:
    return Vector("", row["fault"], "", row["target"], {"status": 0}, row.get("method", "GET"))


def _read(host: str, site: Path) -> None:
    """Read a configuration with the host's own tool or engine."""
    match host:
        case "cloudflare":
            Rules.of(site)
            dry_run(site, "hosts/cloudflare")
        case "vercel":
            with Engines(site) as engines:
                engines.port("vercel")
        case "netlify":
            matches(site, [])


@pytest.mark.parametrize("planted", _those("refusal"))
def test_fault_is_rejected_by_the_tool_of_the_host(planted: list[dict[str, Any]], small_engine_site: Path) -> None:
    (row,) = planted
    refusals = (ValueError, RuntimeError, subprocess.CalledProcessError)
    with _planted(planted, small_engine_site) as site, pytest.raises(refusals) as refused:
        _read(row["host"], site)
    assert row["refusal"] in f"{refused.value} {getattr(refused.value, 'stderr', '')}"


@pytest.mark.parametrize("planted", [one for host in _ENGINES for one in _some_together(host)])
def test_fault_causes_an_undeclared_answer(
    planted: list[dict[str, Any]], small_engine_site: Path, small_engines: Engines, small_reference: Service
) -> None:
    engine, rows, vectors = planted[0]["host"], load_differences(), [*map(_vector, planted)]
    expected = remembered(small_reference.send)
    right = [replace(vector, expect={"status": expected(vector).status}) for vector in vectors]
    with _planted(planted, small_engine_site) as site, Engines(site) as started:
        faulty = list(judge(engine, right, started.send(engine), expected, rows))
    sound = list(judge(engine, right, small_engines.send(engine), expected, rows))
    assert [verdict.failures for verdict in sound] == [()] * len(planted)
    assert [verdict.vector.name for verdict in faulty if not verdict.failures] == []


@pytest.mark.parametrize("planted", _those("target", "netlify"))
def test_fault_in_the_rules_of_netlify_answers_a_window_with_the_whole_list(
    planted: list[dict[str, Any]], small_engine_site: Path
) -> None:
    vectors = [*map(_vector, planted)]
    (sound,) = matches(small_engine_site, vectors)
    with _planted(planted, small_engine_site) as site:
        (faulty,) = matches(site, vectors)
    assert sound
    assert faulty
    assert (sound["status"], faulty["status"]) == (500, 200)


def test_each_rule_names_the_documentation_of_the_vendor() -> None:
    assert {row["host"] for row in _FAULTS} == {"cloudflare", "vercel", "netlify", "nginx"}
    assert all(row["source"].startswith("https://") for row in _FAULTS)
