"""The Node server under attack, when it is restarted, and when its site changes."""

import os
import shutil
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from builder.project.build_request import BuildRequest
from tests.support.engines.attacks import Server, dripping, reset_connections, serving, under_load, unread
from tests.support.engines.raw_requests import send_raw
from tests.support.processes import link_tree, write_apart
from tests.support.waiting import SECONDS, listens, meanwhile, until

_MOST_BYTES = 200_000_000
_GET = b"GET /v1/alpha/pe?fields=cca2 HTTP/1.1\r\nHost: x\r\n\r\n"
_BODY = b'[{"cca2":"PE"}]'
# The largest answers that are never cached, in a request so short that a thousand of them arrive at once.
_LARGE = b"GET /v1?page=randomized&limit=25 HTTP/1.1\r\nHost:x\r\n\r\n"


@pytest.fixture
def releases(small: BuildRequest, tmp_path: Path) -> Path:
    """Make releases with different ``/robots.txt``, and a link to the first."""
    for name in ("first", "second", "spare"):
        _rename(link_tree(small.output, tmp_path / name), name)
    (tmp_path / "current").symlink_to("first")
    return tmp_path


@pytest.fixture(scope="module")
def steady(small: BuildRequest) -> Iterator[Server]:
    """Run two workers for the tests that do not restart or end workers."""
    with serving(small.output / "hosts/node/server.js", 2) as running:
        yield running


@pytest.fixture
def server(releases: Path) -> Iterator[Server]:
    """Run two workers in the release that the link names."""
    with serving(releases / "current/hosts/node/server.js", 2) as running:
        yield running


def _rename(release: Path, name: str) -> None:
    """Write *name* as the ``/robots.txt`` of a release."""
    write_apart(release / "public/robots.txt", name)


def _name(server: Server) -> str:
    return _get(server, "/robots.txt").decode()


def _point(releases: Path, name: str) -> None:
    (releases / "new").symlink_to(name)
    (releases / "new").rename(releases / "current")


def _get(server: Server, target: str) -> bytes:
    return send_raw(server.port, b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % target.encode()).body


@pytest.mark.parametrize("resets", [144, pytest.param(6000, marks=pytest.mark.soak)])
def test_reset_in_any_state_ends_no_worker(resets: int, steady: Server) -> None:
    workers = steady.workers()
    assert reset_connections(steady.port, resets) == {}
    assert steady.workers() == workers
    assert send_raw(steady.port, _GET).body == _BODY


# The bytes at the start and in each second, the seconds until the connection has ended, and the start of the answer.
_UNFINISHED = [
    pytest.param(b"", b"", 4, b"", id="nothing"),
    pytest.param(b"GET /health HTTP/1.1\r\nHost", b"", 4, b"HTTP/1.1 408 ", id="half a head"),
    pytest.param(b"GET /health HTTP/1.1\r\nHost: ", b"x", 4, b"HTTP/1.1 408 ", id="a head by drops"),
    pytest.param(
        b"POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n", b"x", 23, b"HTTP/1.1 405 ", id="a body"
    ),
]


@pytest.mark.soak
@pytest.mark.parametrize(("start", "drop", "seconds", "answer"), _UNFINISHED)
def test_unfinished_request_is_ended(steady: Server, start: bytes, drop: bytes, seconds: int, answer: bytes) -> None:
    began, got = time.monotonic(), b""
    with socket.create_connection(("127.0.0.1", steady.port), timeout=1) as connection:
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
    assert send_raw(steady.port, _GET).body == _BODY


def test_pipelines_take_little_memory(releases: Path) -> None:
    with serving(releases / "current/hosts/node/server.js", 1) as server:
        workers = server.workers()
        with unread(server.port, 200, _LARGE * 700):
            assert {send_raw(server.port, _GET).body for _ in range(50)} == {_BODY}
        assert server.workers() == workers
        assert {number: size for number, size in server.peaks().items() if size > _MOST_BYTES} == {}


def test_request_sent_ahead_of_an_answer_closes_the_connection(steady: Server) -> None:
    with socket.create_connection(("127.0.0.1", steady.port), timeout=SECONDS) as connection:
        connection.sendall(_GET * 3)
        answers = b""
        with suppress(ConnectionResetError):
            while received := connection.recv(65536):
                answers += received
    assert answers.count(b"HTTP/1.1 ") <= 1


def test_end_answers_the_requests_on_open_connections(server: Server) -> None:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)) as connection:

        def asked() -> tuple[str, str | None]:
            connection.request("GET", "/robots.txt")
            response = connection.getresponse()
            return response.read().decode(), response.headers["Connection"]

        assert asked() == ("first", "keep-alive")
        server.process.terminate()
        until(lambda: not listens(server.port), "the port to close")
        # Until the worker knows that it ends, its answers keep the connection alive.
        answers = [asked()]
        while answers[-1] == ("first", "keep-alive"):
            answers.append(asked())
        assert answers[-1] == ("first", "close")
    assert server.process.wait(SECONDS) == 0


def test_worker_that_dies_is_replaced_and_restart_under_load_refuses_no_request(server: Server) -> None:
    workers = server.workers()
    os.kill(min(workers), signal.SIGKILL)
    until(lambda: len(server.workers() - workers) == 1 and len(server.workers()) == 2, "a new worker")
    assert {send_raw(server.port, _GET).body for _ in range(4)} == {_BODY}
    workers = server.workers()
    seen = under_load(server.port, 6, server.restart)
    assert set(seen) == {"200"}
    assert len(server.workers()) == 2
    assert not server.workers() & workers


def test_files_of_a_worker_are_those_of_one_build_until_a_restart_which_follows_the_link(
    server: Server, releases: Path
) -> None:
    _rename(releases / "first", "later")
    assert _name(server) == "first"
    server.restart()
    assert _name(server) == "later"
    _point(releases, "second")
    assert _name(server) == "later"
    server.restart()
    assert {_name(server) for _ in range(4)} == {"second"}


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("edge/generated/manifest.js", "nonsense", "manifest.js"),
        ("public/health.json", '{"releaseId": "of another build"}', "the files are of release of another build"),
    ],
    ids=["that does not start", "with the files of another build"],
)
def test_release_leaves_the_old_workers(server: Server, releases: Path, file: str, text: str, reason: str) -> None:
    # After a restart, both workers listen. A worker that only starts would read the second release.
    server.restart()
    workers = server.workers()
    write_apart(releases / "second" / file, text)
    _point(releases, "second")
    server.process.send_signal(signal.SIGHUP)
    until(lambda: "A new worker did not start" in server.log.read_text("utf-8"), "the report of a failed start")
    assert reason in server.log.read_text("utf-8")
    until(lambda: server.workers() == workers, "the old workers alone")
    assert _name(server) == "first"


def test_server_outlives_the_removal_of_its_release(server: Server, releases: Path) -> None:
    # After a restart, both workers listen.
    server.restart()
    workers = server.workers()
    shutil.rmtree(releases / "first")
    for _ in range(2):
        server.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
    os.kill(min(workers), signal.SIGKILL)
    until(lambda: len(server.workers()) == 1, "the killed worker to end")
    time.sleep(1.5)
    assert server.process.poll() is None
    assert _name(server) == "first"
    _point(releases, "spare")
    # The worker that is missing follows when there is a release again.
    until(lambda: len(server.workers()) == 2, "two workers")


def test_slow_callers_take_neither_answers_from_others_nor_memory(releases: Path) -> None:
    with serving(releases / "current/hosts/node/server.js", 1) as server, dripping(server.port, 200):
        seen = under_load(server.port, 4, lambda: time.sleep(4))
        assert set(seen) == {"200"}
        assert sum(seen.values()) > 200
        assert {number: size for number, size in server.peaks().items() if size > _MOST_BYTES} == {}


@pytest.mark.parametrize("kills", [4, pytest.param(20, marks=pytest.mark.soak)])
def test_killed_workers_leave_no_client_without_an_answer_or_an_end(kills: int, server: Server) -> None:
    silent = list[float]()

    def call(_number: int) -> None:
        began = time.monotonic()
        with suppress(OSError):
            send_raw(server.port, _GET)
        silent.append(time.monotonic() - began)
        time.sleep(0.02)

    with meanwhile(8, call):
        for _ in range(kills):
            until(lambda: len(server.workers()) == 2, "two workers")
            os.kill(min(server.workers()), signal.SIGKILL)
            time.sleep(0.2)
        until(lambda: len(silent) > 100, "a hundred answers or ends")
    assert max(silent) < SECONDS / 2


def test_upgrade_is_answered_as_a_request_and_closes_the_connection(steady: Server) -> None:
    upgrade = _GET.replace(b"\r\n\r\n", b"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
    with socket.create_connection(("127.0.0.1", steady.port), timeout=SECONDS) as connection:
        connection.sendall(upgrade + _GET)
        head, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")
    assert (b"\r\nConnection: close" in head, body) == (True, _BODY)


def test_server_listens_on_both_families_by_default(releases: Path) -> None:
    with serving(releases / "current/hosts/node/server.js", 1, host="") as server:
        for host in ("127.0.0.1", "::1"):
            with closing(HTTPConnection(host, server.port, timeout=SECONDS)) as connection:
                connection.request("GET", "/robots.txt")
                assert connection.getresponse().read() == b"first"
