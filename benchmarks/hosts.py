"""Measures requests per second of engines, compared with the same engine that only sends the same bytes."""

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

from benchmarks.shared.measure import Measurement, built_project
from builder.api.output_paths import PUBLIC
from scripts.engine_processes import (
    WORKER,
    Process,
    Start,
    find_program,
    free_port,
    nginx,
    nginx_process,
    node,
    running,
    workerd,
)

ROUNDS = 5
SECONDS = 2
_RECORD = "one record"
_WITH_FILES = {
    "a page of five": "/v1/region/europe",
    "a page by limit and offset": "/v1/region/europe?limit=5&offset=5",
    _RECORD: "/v1/alpha/de",
}
_COMPUTED = {
    "an odd window": "/v1/region/europe?offset=3",
    "an odd window of 25": "/v1/region/europe?offset=3&limit=25",
    "a projection": "/v1/region/europe?fields=name,capital",
    "a shuffle": "/v1?page=random&seed=meadow&index=3",
}
_BARE_WORKER = """
const bytes = new TextEncoder().encode({body});
const headers = {headers};
export default {{ fetch: () => new Response(bytes, {{ headers }}) }};
"""


def measurements() -> Iterator[Measurement]:
    """Measure nginx on a record, Node on answers that also have files, and workerd on answers without files."""
    find_program("wrk")
    with built_project() as project:
        for measure in (_nginx, _node, _workerd):
            yield from measure(project / "output")


def _nginx(site: Path) -> Iterator[Measurement]:
    with ExitStack() as stack:
        ours, bare = (_started(stack, start, site) for start in (nginx, _bare_nginx))
        # nginx answers the request for one record from a file. It passes the others on to Node.
        rate, bare_rate = _rates([(ours, _WITH_FILES[_RECORD]), (bare, f"{_WITH_FILES[_RECORD]}.json")])
        against = f"a bare configuration, {bare_rate:,.0f}/s"
        yield Measurement(f"nginx, {_RECORD}", f"{rate:,.0f}/s", against, bare_rate / rate, 1.25)


def _node(site: Path) -> Iterator[Measurement]:
    with ExitStack() as stack:
        ours = _started(stack, node, site)
        for name, target in _WITH_FILES.items():
            with ExitStack() as inner:
                bare = _started(inner, _bare_node(*_answered(ours, target)), site)
                rate, bare_rate = _rates([(ours, target), (bare, "/")])
            against = f"a bare server that sends the same bytes from memory, {bare_rate:,.0f}/s"
            yield Measurement(f"Node, {name}", f"{rate:,.0f}/s", against, rate / bare_rate, 0.6, at_least=True)


def _answered(port: int, target: str) -> tuple[bytes, list[tuple[str, str]]]:
    """Request *target*; return the body, and the headers that the server's library does not add."""
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", target)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    added = ("content-length", "date", "connection", "keep-alive")
    return body, [pair for pair in response.getheaders() if pair[0].lower() not in added]


def _bare_node(body: bytes, headers: list[tuple[str, str]]) -> Start:
    def processes(_site: Path, scratch: Path, port: int) -> Sequence[Process]:
        (scratch / "body.bin").write_bytes(body)
        (scratch / "headers.json").write_text(json.dumps(headers))
        script = Path(__file__).with_name("bare_server.js")
        command: list[str | Path] = ["node", script, scratch / "body.bin", scratch / "headers.json"]
        return [Process(command, port, {"PORT": str(port)})]

    return processes


def _workerd(site: Path) -> Iterator[Measurement]:
    with ExitStack() as stack:
        ours = _started(stack, workerd, site)
        for name, target in _COMPUTED.items():
            body, headers = _answered(ours, target)
            with ExitStack() as inner:
                bare = _started(inner, _bare_workerd(body, headers), site)
                rate, bare_rate = _rates([(ours, target), (bare, "/")])
            against = f"a bare Response with the same headers, {bare_rate:,.0f}/s"
            yield Measurement(f"workerd, {name}", f"{rate:,.0f}/s", against, rate / bare_rate, 0.4, at_least=True)


def _started(stack: ExitStack, start: Start, site: Path) -> int:
    port = free_port()
    stack.enter_context(running(start, site, port))
    return port


def _rates(targets: Sequence[tuple[int, str]]) -> list[float]:
    """Measure answers per second of each port and target, in turns, so that other load affects all equally."""
    rates: list[list[float]] = [[] for _ in targets]
    for turn in range(ROUNDS + 1):
        for measured, (port, target) in zip(rates, targets, strict=True):
            rate = _wrk(port, target)
            # The first turn is a warm-up.
            if turn:
                measured.append(rate)
    return [median(measured) for measured in rates]


def _wrk(port: int, target: str) -> float:
    command = ["wrk", "-t1", "-c16", f"-d{SECONDS}s", f"http://127.0.0.1:{port}{target}"]
    printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    if "Non-2xx" in printed:
        raise RuntimeError(f"{target} fails: {printed}")
    rate = re.search(r"Requests/sec:\s+([\d.]+)", printed)
    if rate is None:
        raise RuntimeError(f"no rate in {printed}")
    return float(rate[1])


def _bare_nginx(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    return [nginx_process(scratch, port, f"server {{ listen 127.0.0.1:{port}; root {site}/public; }}")]


def _bare_workerd(body: bytes, headers: list[tuple[str, str]]) -> Start:
    def processes(_site: Path, scratch: Path, port: int) -> Sequence[Process]:
        # A site that has only a public folder and a worker.
        site = scratch / "bare"
        (site / PUBLIC).mkdir(parents=True)
        (site / WORKER).parent.mkdir(parents=True)
        (site / WORKER).write_text(_BARE_WORKER.format(body=json.dumps(body.decode()), headers=json.dumps(headers)))
        return workerd(site, scratch, port)

    return processes
