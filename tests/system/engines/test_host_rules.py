"""Planted faults in the configurations of hosts are rejected by their tools, or cause answers that tests notice."""

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
from tests.support.engines.engine_list import Engines
from tests.support.engines.netlify_rules import matches
from tests.support.engines.wrangler import dry_run
from tests.support.processes import link_tree, write_apart
from tests.support.serving import Service
from tests.support.vectors import Vector

_FAULTS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("host-faults.json").read_text("utf-8"))
# The engines with the host's own rules; other hosts have a tool that reads the rules.
_ENGINES = ("cloudflare", "vercel", "nginx")
_REPEATED = re.compile(r"\{((?:(?!\{[^{}]*\*[0-9]+\}).)+?)\*([0-9]+)\}", re.DOTALL)


def _faults_with(part: str, *hosts: str) -> list[Any]:
    """List the faults with the member *part*. Tools start slowly, so every run has only the first of each file."""
    rows = [row for row in _FAULTS if part in row and (not hosts or row["host"] in hosts)]
    first = {row["file"]: row for row in reversed(rows)}
    return [
        pytest.param(
            [row], id=f"{row['host']}: {row['fault']}", marks=[pytest.mark.soak] * (row is not first[row["file"]])
        )
        for row in rows
    ]


def _faults_of_answers(host: str) -> list[Any]:
    """List the faults that cause wrong answers. Those of every run are planted together, at different addresses."""
    rows = _faults_with("target", host)
    together = [row for parameter in rows if not parameter.marks for row in parameter.values[0]]
    assert len({row["target"] for row in together}) == len(together)
    return [pytest.param(together, id=host), *(parameter for parameter in rows if parameter.marks)]


@contextmanager
def _planted(rows: Sequence[dict[str, Any]], site: Path) -> Iterator[Path]:
    """Copy *site* with the faults in its files."""
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


@pytest.mark.parametrize("planted", _faults_with("refusal"))
def test_fault_is_rejected_by_the_tool_of_the_host(planted: list[dict[str, Any]], small_engine_site: Path) -> None:
    (row,) = planted
    refusals = (ValueError, RuntimeError, subprocess.CalledProcessError)
    with _planted(planted, small_engine_site) as site, pytest.raises(refusals) as refused:
        _read(row["host"], site)
    assert row["refusal"] in f"{refused.value} {getattr(refused.value, 'stderr', '')}"


@pytest.mark.parametrize("planted", [parameter for host in _ENGINES for parameter in _faults_of_answers(host)])
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


@pytest.mark.parametrize("planted", _faults_with("target", "netlify"))
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
