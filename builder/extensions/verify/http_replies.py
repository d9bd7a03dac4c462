"""Sends requests to a deployed site, several at a time, and bounds what replies take: bytes and seconds."""

import http.client
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request

from builder.project.site_urls import is_loopback

_WORKERS = 8
# For each part of a reply, and for all of it.
_PART_SECONDS, _REPLY_SECONDS = 20, 60
_CHUNK = 65536


class Sent(NamedTuple):
    """A request. Of the body of its reply, at most *most* bytes are read."""

    url: str
    headers: Mapping[str, str] = {}
    method: str = "GET"
    most: int = _CHUNK


class Reply(NamedTuple):
    """What a site answers: status, headers by name in lower case, and body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


Send = Callable[[Sent], Reply]


def send(sent: Sent) -> Reply:
    """Send a request, and follow no redirect. Raises ``OSError`` when no whole reply comes."""
    headers = {"User-Agent": "countries-verify", **sent.headers}
    request = Request(sent.url, headers=headers, method=sent.method)  # noqa: S310  http or https by option
    # A proxy that the environment names is for other machines.
    proxies = ProxyHandler({} if is_loopback(sent.url) else None)
    opener = OpenerDirector()
    for handler in (proxies, HTTPHandler(), HTTPSHandler()):
        opener.add_handler(handler)
    try:
        with opener.open(request, timeout=_PART_SECONDS) as response:
            return _reply(response, sent.most)
    except URLError as error:
        raise OSError(str(error.reason)) from error
    except (http.client.HTTPException, ValueError, zlib.error) as error:
        raise OSError(f"the reply is malformed: {error!r}") from error


def _reply(response: http.client.HTTPResponse, most: int) -> Reply:
    values: dict[str, list[str]] = {}
    for name, value in response.headers.items():
        values.setdefault(name.lower(), []).append(value)
    end, body = time.monotonic() + _REPLY_SECONDS, b""
    while len(body) < most and (chunk := response.read1(min(_CHUNK, most - len(body)))):
        body += chunk
        if time.monotonic() > end:
            raise OSError(f"the reply has not ended after {_REPLY_SECONDS} seconds")
    declared = values.get("content-length", [""])[0]
    if response.length and len(body) < most:
        raise OSError(f"the reply ends after {len(body):,} of {declared} bytes")
    if values.get("content-encoding") == ["gzip"]:
        body = zlib.decompressobj(wbits=31).decompress(body, most)
    return Reply(response.status, {name: ", ".join(several) for name, several in values.items()}, body)


def replies(requests: Sequence[Sent], ask: Send, seconds: float) -> Iterator[tuple[int, Reply | OSError]]:
    """Send *requests* by *ask*; yield each reply with the number of its request, in any order, for *seconds*."""
    waiting = deque(enumerate(requests))
    ready: SimpleQueue[tuple[int, Reply | OSError]] = SimpleQueue()
    end = time.monotonic() + seconds

    def work() -> None:
        while time.monotonic() < end:
            try:
                number, request = waiting.popleft()
            except IndexError:
                return
            try:
                ready.put((number, ask(request)))
            except OSError as error:
                ready.put((number, error))

    for _ in range(_WORKERS):
        # An interrupted program would wait for the threads of a pool.
        Thread(target=work, daemon=True).start()
    for _ in requests:
        try:
            yield ready.get(timeout=max(0, end - time.monotonic()))
        except Empty:
            return
