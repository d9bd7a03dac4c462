"""HTTP/1.1 of the preview: a request that the parser rejects gets the declared error, as from the deployed server."""

import json
import sys
from collections.abc import Callable

import h11
from starlette.requests import Request
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

Refuse = Callable[[int, str], Response]

# The limit of the Node server. It exceeds the core's, so that the core rejects a target that is too long for it.
MAX_HEAD_BYTES = 32_768
_NO_HOST = "The request has no Host header, which HTTP/1.1 requires."
_MALFORMED = "The request is malformed or its head is too large."
_TOO_LARGE = 431
_CONTINUE = "100-continue"
_MOST_SHOWN = 60


def fault_of(request: Request) -> tuple[int, str] | None:
    """Return status and message for a head that the library accepts and the deployed server rejects, else None."""
    head = [*request.scope["headers"], (request.scope.get("raw_path") or b"", request.scope["query_string"])]
    if sum(len(name) + len(value) for name, value in head) > MAX_HEAD_BYTES:
        return _TOO_LARGE, _MALFORMED
    if request.scope.get("http_version", "1.1") not in ("1.0", "1.1"):
        return 400, _MALFORMED
    expectation = request.headers.get("expect", _CONTINUE)
    if expectation.lower() != _CONTINUE:
        return 417, f"The expectation is {json.dumps(expectation[:_MOST_SHOWN])}; only {_CONTINUE} can be met."
    return None


def protocol(refuse: Refuse) -> type[H11Protocol]:
    """Make the protocol class. *refuse* makes the response to an invalid head from a status and a message.

    The library would answer an invalid head with a line of plain text, without our headers.
    """

    class _Protocol(H11Protocol):
        """Answers an invalid request with the declared error, and closes the connection."""

        def send_400_response(self, msg: str) -> None:  # noqa: ARG002  the library's own words
            """Send the error. The library calls this while it handles the exception of the parser."""
            fault = sys.exception()
            hint = fault.error_status_hint if isinstance(fault, h11.RemoteProtocolError) else 0
            reason = _NO_HOST if "Host:" in str(fault) else _MALFORMED
            if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                self._send(refuse(_TOO_LARGE if hint == _TOO_LARGE else 400, reason))
            self.transport.close()

        def _send(self, response: Response) -> None:
            headers = [*response.raw_headers, (b"connection", b"close")]
            head = h11.Response(status_code=response.status_code, headers=headers)
            for event in (head, h11.Data(data=bytes(response.body)), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")

    return _Protocol
