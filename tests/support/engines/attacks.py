"""Attacks on a server: callers that reset connections, read no answers or send slowly, and load during a restart."""

import contextlib
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.engine_processes import find_program, free_port
from tests.support.waiting import SECONDS, meanwhile, until

_GET = b"GET /v1/region/africa?limit=25 HTTP/1.1\r\nHost: x\r\n\r\n"
# The bytes that are sent before each reset, by the state of the connection after them.
STATES: Mapping[str, bytes] = {
    "nothing": b"",
    "half a line": b"GET /v1 HT",
    "half a head": b"GET /v1 HTTP/1.1\r\nHost: x\r\nX-",
    "a tunnel": b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
    "a tunnel, and more": b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n" + b"x" * 4000,
    "an upgrade": b"GET /v1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "half a body": b"POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nhalf",
    "an expectation": b"POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n",
    "no request": b"hello\r\n\r\n",
    "a request": _GET,
    "several requests": _GET * 60,
}
_RESET = struct.pack("ii", 1, 0)


@dataclass(frozen=True)
class Server:
    """A Node server: its process, its port on the loopback address, and its log."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    def workers(self) -> set[int]:
        """List the processes of the workers."""
        return {*_process_and_descendants(self.process.pid)} - {self.process.pid}

    def restart(self) -> None:
        """Replace every worker, and wait until the old ones have ended."""
        before = self.workers()
        self.process.send_signal(signal.SIGHUP)
        until(lambda: not self.workers() & before, "the old workers to end")

    def peaks(self) -> dict[int, int]:
        """Read the peak memory of each running process of the server in bytes, by its id."""
        sizes = {}
        for number in _process_and_descendants(self.process.pid):
            with contextlib.suppress(FileNotFoundError):
                _, found, peak = Path(f"/proc/{number}/status").read_text().partition("VmHWM:")
                if found:
                    sizes[number] = int(peak.split()[0]) * 1024
        return sizes


@contextlib.contextmanager
def serving(script: Path, workers: int, host: str = "127.0.0.1") -> Iterator[Server]:
    """Run the server *script* with a number of *workers* during the block."""
    port = free_port()
    environment = os.environ | {"PORT": str(port), "HOST": host, "WORKERS": str(workers)}
    command = [find_program("node"), script]
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as errors:
            process = subprocess.Popen(command, env=environment, start_new_session=True, stderr=errors)
        try:
            until(lambda: _answers(port), f"an answer at port {port}")
            yield Server(process, port, log)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            sys.stderr.write(log.read_text("utf-8"))


def reset_connections(port: int, count: int) -> Counter[str]:
    """Reset *count* connections, in each of ``STATES`` by turns; count the refused connections by state."""
    refused: Counter[str] = Counter()
    for number in range(count):
        name, sent = list(STATES.items())[number % len(STATES)]
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
                connection.sendall(sent)
                # The reset follows at once, after the start of the answer, or after the end of the request, by turns.
                turn = number // len(STATES) % 3
                if turn == 1:
                    connection.settimeout(0.02)
                    with contextlib.suppress(TimeoutError):
                        connection.recv(10)
                elif turn == 2:
                    connection.shutdown(socket.SHUT_WR)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        except ConnectionRefusedError:
            refused[name] += 1
        except OSError:
            # The server was the first to close the connection.
            continue
    return refused


@contextlib.contextmanager
def unread(port: int, connections: int, sent: bytes) -> Iterator[None]:
    """Keep *connections* open on which *sent* was written at once, without reading the answers."""
    with contextlib.ExitStack() as stack:
        for _ in range(connections):
            connection = stack.enter_context(socket.socket())
            # A small buffer, so that the answers stay with the server.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(10)
            with contextlib.suppress(OSError):
                connection.connect(("127.0.0.1", port))
                connection.sendall(sent)
        yield


@contextlib.contextmanager
def dripping(port: int, count: int) -> Iterator[None]:
    """Keep *count* connections open that send a request byte by byte; a closed one is opened again."""

    def drip(_number: int) -> None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
            for byte in b"GET /v1 HTTP/1.1\r\nHost: x\r\nX-Slow: " + b"x" * 100:
                connection.sendall(bytes([byte]))
                time.sleep(0.2)

    with meanwhile(count, drip):
        yield


def under_load(port: int, callers: int, act: Callable[[], None]) -> Counter[str]:
    """Send requests of *callers* while *act* runs, half of them on new connections; count statuses and errors."""
    seen = [Counter[str]() for _ in range(callers)]
    connections = [HTTPConnection("127.0.0.1", port, timeout=SECONDS) for _ in range(callers)]

    def call(number: int) -> None:
        connection = connections[number]
        try:
            connection.request("GET", "/v1/region/europe?limit=3")
            response = connection.getresponse()
            response.read()
            seen[number][str(response.status)] += 1
        except (OSError, HTTPException) as error:
            seen[number][type(error).__name__] += 1
            connection.close()
        if number % 2:
            connection.close()
        time.sleep(0.01)

    with meanwhile(callers, call):
        act()
    for connection in connections:
        connection.close()
    return sum(seen, Counter[str]())


def _answers(port: int) -> bool:
    # A connection alone proves nothing: the primary process accepts it before a worker listens.
    with contextlib.closing(HTTPConnection("127.0.0.1", port, timeout=SECONDS)) as connection:
        try:
            connection.request("HEAD", "/")
            connection.getresponse()
        except (OSError, HTTPException):
            return False
    return True


def _process_and_descendants(number: int) -> list[int]:
    try:
        direct = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    except FileNotFoundError:
        return []
    return [number, *(member for child in direct for member in _process_and_descendants(int(child)))]
