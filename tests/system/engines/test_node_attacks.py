"""The Node server under attack, when it is restarted, and when its site changes."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from builder.inputs import BuildRequest
from scripts.soak.attacks import Server, reset_connections, serving, under_load, unread, until
from tests.system.engines.raw_requests import send_raw

_MOST_BYTES = 200_000_000
_GET = b"GET /v1/alpha/pe?fields=cca2 HTTP/1.1\r\nHost: x\r\n\r\n"
_BODY = b'[{"cca2":"PE"}]'


@pytest.fixture
def releases(small: BuildRequest, tmp_path: Path) -> Path:
    """Lay out two releases whose ``/health`` differs, and a link to the first."""
    for name in ("first", "second"):
        release = tmp_path / name
        subprocess.run(["cp", "-al", small.output, release], check=True)
        _write(release, "public/health.json", name)
    (tmp_path / "current").symlink_to("first")
    return tmp_path


@pytest.fixture
def server(releases: Path) -> Iterator[Server]:
    """Run two workers in the release that the link names."""
    with serving(releases / "current/hosts/node/server.js", 2) as running:
        yield running


def _write(release: Path, path: str, text: str) -> None:
    # Removed first, because the file is a link to that of the built site.
    (release / path).unlink()
    (release / path).write_text(text)


def _point(releases: Path, name: str) -> None:
    (releases / "new").symlink_to(name)
    (releases / "new").rename(releases / "current")


def _get(server: Server, target: str) -> bytes:
    return send_raw(server.port, b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % target.encode()).body


def test_reset_in_any_state_ends_no_worker(server: Server) -> None:
    workers = server.workers()
    assert reset_connections(server.port, 360) == {}
    assert server.workers() == workers
    assert send_raw(server.port, _GET).body == _BODY


def test_upgrade_is_answered_as_a_request(server: Server) -> None:
    upgrade = _GET.replace(b"\r\n\r\n", b"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
    assert send_raw(server.port, upgrade).body == _BODY


# What is sent at first and each second, after how many seconds the connection has ended, and how the answer begins.
_UNFINISHED = [
    pytest.param(b"", b"", 13, b"", id="nothing"),
    pytest.param(b"GET /health HTTP/1.1\r\nHost", b"", 13, b"HTTP/1.1 408 ", id="half a head"),
    pytest.param(b"GET /health HTTP/1.1\r\nHost: ", b"x", 13, b"HTTP/1.1 408 ", id="a head by drops"),
    pytest.param(
        b"POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n", b"x", 23, b"HTTP/1.1 405 ", id="a body"
    ),
]


@pytest.mark.soak
@pytest.mark.parametrize(("start", "drop", "seconds", "answer"), _UNFINISHED)
def test_unfinished_request_is_ended(server: Server, start: bytes, drop: bytes, seconds: int, answer: bytes) -> None:
    began, got = time.monotonic(), b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=1) as connection:
        connection.sendall(start)
        while time.monotonic() - began < seconds:
            with suppress(TimeoutError):
                received = connection.recv(65536)
                got += received
                if not received:
                    break
            with suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(drop)
    assert time.monotonic() - began < seconds
    assert got.startswith(answer)
    assert send_raw(server.port, _GET).body == _BODY


def test_unread_answers_take_little_memory(releases: Path) -> None:
    with serving(releases / "current/hosts/node/server.js", 1) as server:
        for connections, requests in ((20, 900), (400, 16)):
            with unread(server.port, connections, requests):
                assert send_raw(server.port, _GET).body == _BODY
        assert {number: size for number, size in server.peaks().items() if size > _MOST_BYTES} == {}


def test_restart_under_load_refuses_no_request(server: Server) -> None:
    workers = server.workers()
    seen = under_load(server.port, 6, server.restart)
    assert set(seen) == {"200"}
    assert len(server.workers()) == 2
    assert not server.workers() & workers


def test_end_answers_the_requests_on_open_connections(server: Server) -> None:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=10)) as connection:

        def asked() -> tuple[bytes, str | None]:
            connection.request("GET", "/health")
            response = connection.getresponse()
            return response.read(), response.headers["Connection"]

        assert asked() == (b"first", "keep-alive")
        server.process.terminate()
        until(lambda: not _listens(server.port))
        # The worker may not know yet; what it answers until then is as whole.
        answers = [asked()]
        while answers[-1] == (b"first", "keep-alive"):
            answers.append(asked())
        assert answers[-1] == (b"first", "close")
    assert server.process.wait(20) == 0


def test_worker_that_dies_is_replaced(server: Server) -> None:
    workers = server.workers()
    os.kill(min(workers), signal.SIGKILL)
    until(lambda: len(server.workers() - workers) == 1 and len(server.workers()) == 2)
    assert {send_raw(server.port, _GET).body for _ in range(4)} == {_BODY}


def test_server_that_cannot_listen_ends(server: Server, releases: Path) -> None:
    script = releases / "current/hosts/node/server.js"
    taken = os.environ | {"PORT": str(server.port), "HOST": "127.0.0.1", "WORKERS": "1"}
    ran = subprocess.run(["node", script], env=taken, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, "EADDRINUSE" in ran.stderr) == (1, True)


@pytest.mark.parametrize("workers", ["0", "two", "1.5"])
def test_wrong_number_of_workers_is_refused(workers: str, releases: Path) -> None:
    script = releases / "current/hosts/node/server.js"
    ran = subprocess.run(
        ["node", script], env=os.environ | {"WORKERS": workers}, capture_output=True, text=True, check=False, timeout=60
    )
    assert (ran.returncode, ran.stderr) == (2, f'WORKERS is "{workers}"; it must be a number of processes.\n')


def test_files_of_a_worker_are_those_of_one_build(server: Server, releases: Path) -> None:
    _write(releases / "first", "public/health.json", "later")
    assert _get(server, "/health") == b"first"
    server.restart()
    assert _get(server, "/health") == b"later"


def test_restart_follows_the_link_to_another_release(server: Server, releases: Path) -> None:
    _point(releases, "second")
    assert _get(server, "/health") == b"first"
    server.restart()
    assert {_get(server, "/health") for _ in range(4)} == {b"second"}


def test_release_that_does_not_start_leaves_the_workers(server: Server, releases: Path) -> None:
    workers = server.workers()
    _write(releases / "second", "edge/manifest.js", "nonsense")
    _point(releases, "second")
    server.process.send_signal(signal.SIGHUP)
    until(lambda: len(server.workers()) > 2)
    until(lambda: server.workers() == workers)
    assert _get(server, "/health") == b"first"


def test_server_listens_on_both_families_by_default(releases: Path) -> None:
    with serving(releases / "current/hosts/node/server.js", 1, host="") as server:
        for host in ("127.0.0.1", "::1"):
            connection = HTTPConnection(host, server.port, timeout=10)
            connection.request("GET", "/health")
            assert connection.getresponse().read() == b"first"
            connection.close()


def _listens(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0
