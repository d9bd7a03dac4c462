"""The Node server with callers that are slow, disconnect, or request many large bodies at a time."""

import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from builder.core.core_calls import Core
from builder.core.javascript import read_modules
from tests.system.engines.engines import Engines
from tests.system.engines.raw_requests import send_raw

_WINDOWS = tuple(f"/v1/region/africa?limit=25&offset={offset}" for offset in range(1, 25)) * 4


@pytest.fixture(scope="module")
def expected(engine_site: Path) -> dict[str, bytes]:
    """Join the windows from the records themselves."""
    core = Core(read_modules(engine_site / "edge"))
    answers = zip(_WINDOWS, core.answer_each(_WINDOWS), strict=True)
    return {target: core.join(answer["records"], answer["form"]) for target, answer in answers if "records" in answer}


def _request(target: str) -> bytes:
    return f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def _ask_all_and_wait(port: int, others: Event) -> list[bytes]:
    """Request every window on one connection, more than it can buffer, and read nothing until others were answered."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"".join(map(_request, _WINDOWS)))
        others.wait()
        bodies = []
        with connection.makefile("rb") as answers:
            for _ in _WINDOWS:
                head = list(iter(answers.readline, b"\r\n"))
                length = next(int(line[15:]) for line in head if line.startswith(b"Content-Length:"))
                bodies.append(answers.read(length))
    return bodies


def _ask_and_go(port: int, target: str) -> None:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(_request(target))
        connection.recv(1)


def test_concurrent_large_bodies_do_not_mix(engines: Engines, expected: dict[str, bytes]) -> None:
    port, others = engines.port("node"), Event()
    with ThreadPoolExecutor(8) as pool:
        slow = [pool.submit(_ask_all_and_wait, port, others) for _ in range(3)]
        gone = [pool.submit(_ask_and_go, port, target) for target in _WINDOWS[:24]]
        prompt = [pool.submit(send_raw, port, _request(target)) for target in _WINDOWS]
        bodies = [[answer.result().body for answer in prompt]]
        others.set()
        bodies += [future.result() for future in slow]
        assert [future.exception() for future in gone] == [None] * len(gone)
    for answers in bodies:
        assert [target for target, body in zip(_WINDOWS, answers, strict=True) if body != expected[target]] == []
