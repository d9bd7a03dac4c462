"""Sends requests over a socket, because a client library would correct their targets."""

import re
import socket
from collections.abc import Mapping
from http.client import HTTPResponse

from tests.support.vectors import Reply, Vector, getting
from tests.support.waiting import SECONDS

_CONTROL = re.compile(rb"[\x00-\x20]")


def send(port: int, vector: Vector, headers: Mapping[str, str]) -> Reply:
    """Send *vector* with further *headers* to the loopback and read the whole answer.

    Bytes above ASCII are sent unchanged; only characters that would end the request line are percent-encoded.
    """
    target = _CONTROL.sub(lambda found: b"%%%02X" % found[0][0], vector.target.encode())
    lines = [("Host", f"127.0.0.1:{port}"), ("Connection", "close"), *vector.lines, *headers.items()]
    head = b"".join(f"{name}: {value}\r\n".encode() for name, value in lines)
    return send_raw(port, b"%b %b HTTP/1.1\r\n%b\r\n" % (vector.method.encode(), target, head), vector.method)


def get(origin: str, target: str) -> Reply:
    """Send a GET of *target* to a server of this machine."""
    return send(int(origin.rpartition(":")[2]), getting(target), {})


def send_raw(port: int, request: bytes, method: str = "GET") -> Reply:
    """Send the bytes of a request and read the whole answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
        connection.sendall(request)
        response = HTTPResponse(connection, method=method)
        response.begin()
        body = response.read()
        return Reply(response.status, tuple(response.getheaders()), body)
