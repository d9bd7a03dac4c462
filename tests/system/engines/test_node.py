"""The Node server with callers that are slow, disconnect, request many large bodies at a time, or repeat requests."""

import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from builder.javascript.context import read_modules
from builder.javascript.core_calls import OpenSite
from builder.project.build_request import BuildRequest
from tests.support.conformance import judge, load_differences
from tests.support.engines.engine_list import Engines
from tests.support.engines.raw_requests import send_raw
from tests.support.processes import run
from tests.support.vectors import Reply, Vector, load_vectors

_WINDOWS = tuple(f"/v1/region/africa?limit=25&offset={offset}" for offset in range(1, 25)) * 4


@pytest.fixture(scope="module")
def windows(site: Path) -> dict[str, bytes]:
    """Join the windows from the records with the core."""
    core = OpenSite(read_modules(site / "edge"))
    answers = zip(_WINDOWS, core.answer_each(_WINDOWS), strict=True)
    return {target: core.body(answer) for target, answer in answers if "members" in answer}


def _request(target: str) -> bytes:
    return f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def _ask_and_wait(port: int, target: str, others: Event) -> bytes:
    """Request a window that is too large for the connection's buffer, and read it when *others* were answered."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", port))
        connection.sendall(_request(target))
        others.wait()
        with connection.makefile("rb") as answers:
            head = list(iter(answers.readline, b"\r\n"))
            return answers.read(next(int(line[15:]) for line in head if line.startswith(b"Content-Length:")))


def _ask_and_go(port: int, target: str) -> None:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(_request(target))
        connection.recv(1)


def test_concurrent_large_bodies_do_not_mix(engines: Engines, windows: dict[str, bytes]) -> None:
    port, others = engines.port("node"), Event()
    with ThreadPoolExecutor(24) as pool:
        slow = [pool.submit(_ask_and_wait, port, target, others) for target in _WINDOWS[:16]]
        gone = [pool.submit(_ask_and_go, port, target) for target in _WINDOWS[:24]]
        prompt = [pool.submit(send_raw, port, _request(target)) for target in _WINDOWS]
        bodies = [answer.result().body for answer in prompt]
        others.set()
        bodies += [answer.result() for answer in slow]
        assert [future.exception() for future in gone] == [None] * len(gone)
    targets = (*_WINDOWS, *_WINDOWS[:16])
    assert [target for target, body in zip(targets, bodies, strict=True) if body != windows[target]] == []


# Each *step* of the vectors includes some of each theme.
@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.soak)])
def test_cached_answers_are_the_same(step: int, engines: Engines, expected: Callable[[Vector], Reply]) -> None:
    plain = [vector for vector in load_vectors() if vector.method == "GET" and vector.expect.get("status") == 200]
    # A target is noted at its first request, its answer is cached at the second and sent at the third.
    for turn in range(3):
        verdicts = list(judge("node", plain[::step], engines.send("node"), expected, load_differences()))
        assert [(turn, verdict.vector.id, verdict.failures) for verdict in verdicts if verdict.failures] == []


def test_a_cached_answer_is_also_conditional_and_without_a_body(engines: Engines) -> None:
    port, target = engines.port("node"), "/v1/alpha/de?fields=cca3"
    replies = [send_raw(port, _request(target)) for _ in range(4)]
    tag = replies[0].header("ETag") or ""
    assert {(reply.status, reply.header("ETag"), reply.body) for reply in replies} == {(200, tag, b'[{"cca3":"DEU"}]')}
    known = send_raw(port, f"GET {target} HTTP/1.1\r\nHost: x\r\nIf-None-Match: {tag}\r\n\r\n".encode())
    assert (known.status, known.body) == (304, b"")
    head = send_raw(port, f"HEAD {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode(), "HEAD")
    assert (head.status, head.header("ETag"), head.header("Content-Length"), head.body) == (200, tag, "16", b"")


def test_requests_sent_ahead_of_a_malformed_one_are_answered(engines: Engines) -> None:
    with socket.create_connection(("127.0.0.1", engines.port("node"))) as connection:
        connection.sendall(_request("/v1/alpha/de?fields=cca2") + b"hello\r\n\r\n")
        answers = connection.makefile("rb").read()
    first, _, rest = answers.partition(b'[{"cca2":"DE"}]')
    assert first.startswith(b"HTTP/1.1 200 ")
    assert rest.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    ("variable", "value", "printed"),
    [
        ("HOST", "x86_64-conda-linux-gnu", 'HOST is "x86_64-conda-linux-gnu", PORT is 8080: getaddrinfo '),
        ("PORT", "99999", 'PORT is "99999"; it must be a whole number from 0 to 65535.'),
        ("PORT", "-1", 'PORT is "-1"; it must be a whole number from 0 to 65535.'),
        ("PORT", "22361.5", 'PORT is "22361.5"; it must be a whole number from 0 to 65535.'),
        ("PORT", "tcp://10.0.0.1:8080", 'PORT is "tcp://10.0.0.1:8080"; it must be a whole number from 0 to 65535.'),
        *(("WORKERS", number, f'WORKERS is "{number}"; it must be a whole') for number in ("0", "two", "1.5")),
        ("PORT", "taken", "listen EADDRINUSE: address already in use 127.0.0.1:"),
    ],
)
def test_variable_that_cannot_be_used_is_one_line(small: BuildRequest, variable: str, value: str, printed: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        taken = str(listening.getsockname()[1])
        environment = {"HOST": "127.0.0.1", variable: taken if value == "taken" else value}
        ended = run("node", "hosts/node/server.js", folder=small.output, **environment)
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert printed in ended.stderr
