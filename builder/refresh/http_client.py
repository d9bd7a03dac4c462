"""Reads JSON from live services, with retries and time limits."""

import json
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any, NoReturn, cast

import httpx
from tenacity import RetryCallState, Retrying, retry_if_exception_type

from builder import __version__
from builder.refresh.refresh_types import Unavailable

_NOTHING = frozenset({204, 404})
_PASSING = frozenset({429, 500, 502, 503, 504})


class _Passing(Exception):  # noqa: N818
    """A temporary failure, with the wait in seconds that the service requested."""

    def __init__(self, message: str, wait: float | None = None) -> None:
        self.wait = wait
        super().__init__(message)


@dataclass(frozen=True)
class Policy:
    """Limits of requests: times in seconds, ``largest`` in bytes.

    ``timeout`` limits the wait for the next bytes, ``deadline`` the whole answer. A service that sends one byte each
    second never exceeds the timeout.
    """

    attempts: int = 4
    timeout: float = 30
    deadline: float = 120
    backoff: float = 1
    longest_wait: float = 60
    largest: int = 64 * 1024 * 1024


@dataclass(frozen=True)
class Client:
    """An HTTP client; ``contact`` is an address for the operators of services, sent in the User-Agent."""

    contact: str
    policy: Policy = Policy()
    sleep: Callable[[float], None] = time.sleep

    def json(self, url: str, query: Mapping[str, str] | None = None, accept: str = "application/json") -> Any:
        """Parse the JSON answer of a GET; ``None`` for 204 and 404, which mean that the service has no data.

        Raises ``Unavailable`` after the last attempt, immediately for a permanent error, and when the service requests
        a longer wait than the policy allows.
        """
        return self._patiently(httpx.URL(url, params=query) if query else httpx.URL(url), accept, json.loads)

    def content(self, url: str) -> bytes:
        """Read the bytes of the answer of a GET. Raises ``Unavailable`` like ``json``, and for 204 and 404."""
        content: bytes | None = self._patiently(httpx.URL(url), "*/*", bytes)
        if content is None:
            raise Unavailable("HTTP 404")
        return content

    def _patiently(self, url: httpx.URL, accept: str, parse: Callable[[bytes], Any]) -> Any:
        headers = {"User-Agent": f"country-reference/{__version__} ({self.contact})", "Accept": accept}
        retrying = Retrying(
            retry=retry_if_exception_type(_Passing),
            wait=self._wait,
            stop=self._is_last,
            sleep=self.sleep,
            retry_error_callback=self._give_up,
        )
        return retrying(self._once, url, headers, parse)

    def _wait(self, state: RetryCallState) -> float:
        asked = _failure(state).wait
        return self.policy.backoff * 2.0 ** (state.attempt_number - 1) if asked is None else asked

    def _is_last(self, state: RetryCallState) -> bool:
        return state.attempt_number >= self.policy.attempts or state.upcoming_sleep > self.policy.longest_wait

    def _give_up(self, state: RetryCallState) -> NoReturn:
        failure = _failure(state)
        if state.attempt_number < self.policy.attempts:
            raise Unavailable(f"{failure}, with Retry-After {state.upcoming_sleep:.0f} s") from None
        raise Unavailable(f"{failure} after {state.attempt_number} attempts") from None

    def _once(self, url: httpx.URL, headers: Mapping[str, str], parse: Callable[[bytes], Any]) -> Any:
        try:
            with httpx.stream(
                "GET", url, headers=headers, timeout=self.policy.timeout, follow_redirects=True, verify=_trusted()
            ) as response:
                if response.status_code in _NOTHING:
                    return None
                if response.status_code in _PASSING:
                    raise _Passing(f"HTTP {response.status_code}", _asked_wait(response.headers.get("Retry-After", "")))
                if not response.is_success:
                    raise Unavailable(f"HTTP {response.status_code}")
                return parse(self._body(response))
        except httpx.HTTPError as error:
            raise _Passing(str(error) or type(error).__name__) from None
        except (ValueError, RecursionError):
            raise _Passing("broken JSON") from None

    def _body(self, response: httpx.Response) -> bytes:
        ends = time.monotonic() + self.policy.deadline
        pieces, size = [], 0
        for piece in response.iter_bytes():
            pieces.append(piece)
            size += len(piece)
            if size > self.policy.largest:
                raise Unavailable(f"more than {self.policy.largest} bytes")
            if time.monotonic() > ends:
                raise _Passing(f"no complete answer within {self.policy.deadline:g} s")
        return b"".join(pieces)


@cache
def _trusted() -> ssl.SSLContext:
    """Trust the certificates of the system instead of those of the library. Reading them is slow."""
    return ssl.create_default_context()


def _failure(state: RetryCallState) -> _Passing:
    """Return the failure of the last attempt. Only temporary failures are tried again."""
    return cast("_Passing", state.outcome and state.outcome.exception())


def _asked_wait(text: str) -> float | None:
    """Parse a Retry-After header to seconds, in either of its two forms (RFC 9110, section 10.2.3)."""
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None
