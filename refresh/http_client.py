"""Reads JSON from live services, with retries and time limits."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from builder import __version__

_NOTHING = frozenset({204, 404})
_PASSING = frozenset({429, 500, 502, 503, 504})


# After this many failures in a row a service counts as down; further requests would only wait.
FAILURES_IN_A_ROW = 3


class Unavailable(Exception):  # noqa: N818 - it is the service that is, and callers say so
    """The service did not give a usable answer; the message says what it did."""


class _Passing(Exception):  # noqa: N818
    """A temporary failure, with the wait in seconds that the service requested."""

    def __init__(self, message: str, wait: float | None = None) -> None:
        self.wait = wait
        super().__init__(message)


@dataclass(frozen=True)
class Client:
    """An HTTP client; ``contact`` is an address for the operators of services, sent in the User-Agent.

    Times are in seconds. ``timeout`` limits the wait for the next bytes.
    """

    contact: str
    attempts: int = 4
    timeout: float = 30
    backoff: float = 1
    longest_wait: float = 60
    sleep: Callable[[float], None] = time.sleep

    def json(self, url: str, query: Mapping[str, str] | None = None, accept: str = "application/json") -> Any:
        """Parse the JSON answer of a GET; ``None`` for 204 and 404, which mean that the service has no data.

        Raises ``Unavailable`` after the last attempt, immediately for a permanent error, and when the service requests
        a longer wait than ``longest_wait``.
        """
        return self._patiently(f"{url}?{urlencode(query)}" if query else url, accept, json.loads)

    def content(self, url: str) -> bytes:
        """Read the bytes of the answer of a GET. Raises ``Unavailable`` like ``json``, and for 204 and 404."""
        content: bytes | None = self._patiently(url, "*/*", bytes)
        if content is None:
            raise Unavailable("HTTP 404")
        return content

    def _patiently(self, url: str, accept: str, parse: Callable[[bytes], Any]) -> Any:
        agent = f"country-reference/{__version__} ({self.contact})"
        request = Request(url, headers={"User-Agent": agent, "Accept": accept})  # noqa: S310 - from data/sources.json
        attempt = 1
        while True:
            try:
                return self._once(request, parse)
            except _Passing as failure:
                wait = self.backoff * 2.0 ** (attempt - 1) if failure.wait is None else failure.wait
                if attempt >= self.attempts:
                    raise Unavailable(f"{failure} after {attempt} attempts") from None
                if wait > self.longest_wait:
                    raise Unavailable(f"{failure}, with Retry-After {wait:.0f} s") from None
            self.sleep(wait)
            attempt += 1

    def _once(self, request: Request, parse: Callable[[bytes], Any]) -> Any:
        try:
            with urlopen(request, timeout=self.timeout) as response:  # noqa: S310
                return None if response.status in _NOTHING else parse(response.read())
        except HTTPError as error:
            if error.code in _NOTHING:
                return None
            if error.code in _PASSING:
                asked = error.headers.get("Retry-After", "")
                raise _Passing(f"HTTP {error.code}", float(asked) if asked.isdecimal() else None) from None
            raise Unavailable(f"HTTP {error.code}") from None
        except URLError as error:
            raise _Passing(str(error.reason)) from None
        except (OSError, HTTPException) as error:
            raise _Passing(str(error) or type(error).__name__) from None
        except (ValueError, RecursionError):
            raise _Passing("broken JSON") from None
