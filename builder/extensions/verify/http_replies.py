"""Sends requests to a deployed site, several at a time, with limits on the bytes and seconds of each reply."""

import http.client
import multiprocessing
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from multiprocessing.pool import ThreadPool
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request

from builder.project.site_urls import is_loopback

_WORKERS = 8
# Timeouts of each part of a reply, and of the whole reply.
_PART_SECONDS, _REPLY_SECONDS = 20, 60
_CHUNK = 65536


class OutgoingRequest(NamedTuple):
    """A request. At most ``max_bytes`` of the body of its reply are read."""

    url: str
    headers: Mapping[str, str] = {}
    method: str = "GET"
    max_bytes: int = _CHUNK


class Reply(NamedTuple):
    """The response of a site. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class NumberedReply(NamedTuple):
    """A reply, or the error in its place, with the number of its request."""

    number: int
    reply: Reply | OSError


Send = Callable[[OutgoingRequest], Reply]


def send(outgoing: OutgoingRequest) -> Reply:
    """Send a request, and follow no redirect. Raises ``OSError`` if there is no complete reply."""
    headers = {"User-Agent": "countries-verify", **outgoing.headers}
    request = Request(outgoing.url, headers=headers, method=outgoing.method)  # noqa: S310  http or https by option
    # A proxy of the environment is not for requests to this machine.
    proxies = ProxyHandler({} if is_loopback(outgoing.url) else None)
    opener = OpenerDirector()
    for handler in (proxies, HTTPHandler(), HTTPSHandler()):
        opener.add_handler(handler)
    try:
        with opener.open(request, timeout=_PART_SECONDS) as response:
            return _reply(response, outgoing.max_bytes)
    except URLError as error:
        raise OSError(str(error.reason)) from error
    except (http.client.HTTPException, ValueError, zlib.error) as error:
        raise OSError(f"the reply is malformed: {error!r}") from error


def _reply(response: http.client.HTTPResponse, max_bytes: int) -> Reply:
    headers = {name.lower(): ", ".join(response.headers.get_all(name, ())) for name in response.headers}
    end, body = time.monotonic() + _REPLY_SECONDS, b""
    while len(body) < max_bytes and (chunk := response.read1(min(_CHUNK, max_bytes - len(body)))):
        body += chunk
        if time.monotonic() > end:
            raise OSError(f"the reply has not ended after {_REPLY_SECONDS} seconds")
    if response.length and len(body) < max_bytes:
        raise OSError(f"the reply ends after {len(body):,} of {headers['content-length']} bytes")
    if headers.get("content-encoding") == "gzip":
        body = zlib.decompressobj(wbits=31).decompress(body, max_bytes)
    return Reply(response.status, headers, body)


def replies(requests: Sequence[OutgoingRequest], ask: Send, seconds: float) -> Iterator[NumberedReply]:
    """Send *requests* with *ask* for at most *seconds*; yield the replies in any order."""
    end = time.monotonic() + seconds

    def answer(numbered: tuple[int, OutgoingRequest]) -> NumberedReply:
        number, request = numbered
        try:
            return NumberedReply(number, ask(request))
        except OSError as error:
            return NumberedReply(number, error)

    # The pool's threads are daemons: unlike those of an executor, they do not delay the end of an interrupted program.
    with ThreadPool(_WORKERS) as pool, suppress(multiprocessing.TimeoutError):
        found = pool.imap_unordered(answer, enumerate(requests))
        for _ in requests:
            yield found.next(max(0, end - time.monotonic()))
