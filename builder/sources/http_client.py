"""Reading JSON from live services that are busy, broken or slow."""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from builder import __version__

_PASSING = frozenset({429, 500, 502, 503, 504})
_PIECE = 65_536
# A service that fails this often in a row is down; asking on would take hours of waiting for nothing.
FAILURES_IN_A_ROW = 3


class Unavailable(Exception):  # noqa: N818 - it is the service that is, and callers say so
    """The service did not answer as it should; the message says what it did instead."""


class _Passing(Exception):  # noqa: N818
    """A failure worth another attempt, with the wait that the service asked for, in seconds."""

    def __init__(self, message: str, wait: float | None = None) -> None:
        self.wait = wait
        super().__init__(message)


@dataclass(frozen=True)
class Policy:
    """How long and how often to try; times in seconds, ``largest`` in bytes.

    ``timeout`` bounds each silence, ``deadline`` a whole answer: a byte a second breaks no silence for long.
    """

    attempts: int = 4
    timeout: float = 30
    deadline: float = 120
    backoff: float = 1
    longest_wait: float = 60
    largest: int = 64 * 1024 * 1024


@dataclass(frozen=True)
class Client:
    """A polite reader; ``contact`` is an address for the service's operators, named in the User-Agent."""

    contact: str
    policy: Policy = Policy()
    sleep: Callable[[float], None] = time.sleep

    def json(self, url: str, query: Mapping[str, str] | None = None, accept: str = "application/json") -> Any:
        """Parse the answer of a GET; ``None`` for 204 and 404, which mean that the service has nothing on it.

        Raises ``Unavailable`` after the last attempt, at once for a refusal that another attempt cannot mend, and when
        the service asks for a longer wait than the policy allows.
        """
        target = f"{url}?{urlencode(query)}" if query else url
        headers = {"User-Agent": f"country-reference/{__version__} ({self.contact})", "Accept": accept}
        request = Request(target, headers=headers)  # noqa: S310 - endpoints stand in data/sources.json
        for attempt in range(1, self.policy.attempts + 1):
            try:
                return self._once(request)
            except _Passing as failure:
                wait = self.policy.backoff * 2 ** (attempt - 1) if failure.wait is None else failure.wait
                if attempt == self.policy.attempts:
                    raise Unavailable(f"{failure} after {attempt} attempts") from None
                if wait > self.policy.longest_wait:
                    raise Unavailable(f"{failure}, with Retry-After {wait:.0f} s") from None
                self.sleep(wait)
        raise Unavailable("no attempt is allowed")

    def _once(self, request: Request) -> Any:
        try:
            with urlopen(request, timeout=self.policy.timeout) as response:  # noqa: S310
                return None if response.status == 204 else json.loads(self._body(response))
        except HTTPError as error:
            with error:
                if error.code == 404:
                    return None
                if error.code in _PASSING:
                    raise _Passing(f"HTTP {error.code}", _asked_wait(error.headers)) from None
                raise Unavailable(f"HTTP {error.code}") from None
        except (URLError, HTTPException, OSError) as error:
            raise _Passing(str(getattr(error, "reason", "") or error or type(error).__name__)) from None
        except (ValueError, RecursionError):
            raise _Passing("broken JSON") from None

    def _body(self, response: HTTPResponse) -> bytes:
        ends = time.monotonic() + self.policy.deadline
        pieces, size = [], 0
        # read1 hands over what has arrived; read would wait for a whole piece, and the deadline with it.
        while piece := response.read1(_PIECE):
            pieces.append(piece)
            size += len(piece)
            if size > self.policy.largest:
                raise Unavailable(f"more than {self.policy.largest} bytes")
            if time.monotonic() > ends:
                raise _Passing(f"no complete answer within {self.policy.deadline:g} s")
        return b"".join(pieces)


def _asked_wait(headers: Message) -> float | None:
    """Seconds of a Retry-After header, in either of its two forms (RFC 9110, section 10.2.3)."""
    text = headers.get("Retry-After", "").strip()
    if text.isdecimal():
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None
