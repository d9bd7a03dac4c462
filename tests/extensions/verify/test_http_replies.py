"""Replies of servers that send too much, too little, nothing, or slowly."""

import gzip
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest

from builder.extensions.verify import http_replies
from builder.extensions.verify.http_replies import OutgoingRequest, Reply, replies, send

_HEAD = b"HTTP/1.1 200 OK\r\nX-Two: a\r\nX-Two: b\r\n"


@contextmanager
def _server(*parts: bytes, between: Callable[[], object] = lambda: None) -> Iterator[str]:
    """Send *parts* to every caller, whatever it asks, with a call of *between* after each."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(65536)
                    try:
                        for part in parts:
                            connection.sendall(part)
                            between()
                    except OSError:
                        pass

        Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"


def test_reply_has_status_headers_and_body() -> None:
    with _server(_HEAD + b"Content-Length: 2\r\n\r\nok") as url:
        assert send(OutgoingRequest(url)) == Reply(200, {"x-two": "a, b", "content-length": "2"}, b"ok")


def test_redirect_is_not_followed() -> None:
    with _server(b"HTTP/1.1 301 Moved\r\nLocation: https://other.example/\r\nContent-Length: 0\r\n\r\n") as url:
        assert send(OutgoingRequest(url)).status == 301


def test_body_without_an_end_is_read_up_to_its_bound() -> None:
    with _server(_HEAD + b"\r\n", *([b"x" * 65536] * 64)) as url:
        assert len(send(OutgoingRequest(url, max_bytes=100_000)).body) == 100_000


def test_compressed_body_is_bounded_too() -> None:
    bomb = gzip.compress(b"0" * 10_000_000)
    head = _HEAD + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(bomb)
    with _server(head + bomb) as url:
        assert send(OutgoingRequest(url, max_bytes=50_000)).body == b"0" * 50_000


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (b"HTTP/1.1 500 No\r\nContent-Length: 100\r\n\r\nshort", "ends after 5 of 100 bytes"),
        (b"HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", "malformed"),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok", "malformed"),
        (b"SSH-2.0-server\r\n", "malformed"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n", "malformed"),
        (b"", "closed connection"),
    ],
)
def test_reply_that_is_not_whole_is_an_error(sent: bytes, message: str) -> None:
    with _server(sent) as url, pytest.raises(OSError, match=message):
        send(OutgoingRequest(url))


def test_reply_that_comes_slowly_ends_by_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_replies, "_REPLY_SECONDS", 0)
    with _server(_HEAD + b"\r\n", b"a", b"b") as url, pytest.raises(OSError, match="has not ended"):
        send(OutgoingRequest(url))


def test_proxy_of_the_environment_is_not_asked_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with _server(_HEAD + b"Content-Length: 2\r\n\r\nok") as url:
        assert send(OutgoingRequest(url)).body == b"ok"
    with pytest.raises(OSError, match="refused"):
        send(OutgoingRequest("http://other.example/"))


def test_certificate_that_is_not_valid_is_named() -> None:
    with _server(b"") as url, pytest.raises(OSError, match=r"SSL|EOF"):
        send(OutgoingRequest(url.replace("http:", "https:")))


def test_each_reply_has_the_number_of_its_request() -> None:
    def ask(sent: OutgoingRequest) -> Reply:
        if sent.url == "3":
            raise OSError("none")
        return Reply(int(sent.url), {}, b"")

    got = dict(replies([OutgoingRequest(str(number)) for number in range(30)], ask, 60))
    assert sorted(got) == list(range(30))
    assert all(isinstance(got[number], OSError) == (number == 3) for number in got)


def test_no_reply_is_awaited_after_the_time_is_over() -> None:
    end = Event()
    assert list(replies([OutgoingRequest("never")], lambda _: (end.wait(), Reply(200, {}, b""))[1], 0.05)) == []
    end.set()
