"""Starts and ends the processes of an engine."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.input_errors import InputError, Problem

_READY_SECONDS = 60.0
_END_SECONDS = 5.0
_POLL_SECONDS = 0.02
_REQUEST = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


@dataclass(frozen=True)
class Process:
    """A command, the loopback port that it listens on when ready, and its additional environment variables."""

    command: Sequence[str | Path]
    port: int
    environment: Mapping[str, str] = field(default_factory=dict)


Start = Callable[[Path, Path, int], Sequence[Process]]
"""Takes the site, a temporary folder and the port to listen on; returns the processes in the order of their start."""


def free_port() -> int:
    """Find an unused loopback port."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def found(command: str, advice: str) -> Path:
    """Find a program in this Python environment or in PATH.

    Raises ``InputError`` with *advice* when it is not installed.
    """
    # make installs a tested version of Node in the environment.
    folders = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    path = shutil.which(command, path=os.pathsep.join(folders))
    if path is None:
        raise InputError([Problem(command, "", "is not installed")], advice)
    return Path(path)


def found_package(name: str) -> Path:
    """Find an npm package of the project. Raises ``InputError`` when it is not installed."""
    folder = Path(__file__).parents[3] / "node_modules" / name
    if not folder.is_dir():
        raise InputError([Problem(name, "", "is not installed")], "Run npm ci --ignore-scripts, or make test.")
    return folder


@contextmanager
def running(start: Start, site: Path, port: int) -> Iterator[tuple[subprocess.Popen[bytes], ...]]:
    """Run the engine during the block. Every process is ready when the block begins, and has ended after it.

    Raises ``InputError`` when the engine is not installed, ends early, or is not ready within a minute.
    """
    # On the same disk as the site, because some engines hard-link its files.
    with TemporaryDirectory(prefix=f".{site.name}.engine-", dir=site.resolve().parent) as scratch:
        started: list[subprocess.Popen[bytes]] = []
        try:
            for process in start(site.resolve(), Path(scratch), port):
                environment = os.environ | dict(process.environment)
                # In a session of its own, so that the processes that it starts can be ended too.
                child = subprocess.Popen(  # noqa: S603  the commands are ours
                    process.command, env=environment, start_new_session=True, stdin=subprocess.DEVNULL
                )
                started.append(child)
                _wait_until_ready(child, process)
            yield tuple(started)
        finally:
            for child in reversed(started):
                _end(child)


def _wait_until_ready(child: subprocess.Popen[bytes], process: Process) -> None:
    name = str(process.command[0])
    deadline = time.monotonic() + _READY_SECONDS
    while time.monotonic() < deadline:
        if child.poll() is not None:
            raise InputError([Problem(name, "", f"ended with exit code {child.returncode} before it was ready")])
        # A server that only tries whether its port is free accepts connections, and answers none.
        with suppress(OSError), socket.create_connection(("127.0.0.1", process.port), timeout=1) as connection:
            connection.sendall(_REQUEST)
            if connection.recv(1):
                return
        time.sleep(_POLL_SECONDS)
    raise InputError([Problem(name, "", f"does not answer on port {process.port} after {_READY_SECONDS:.0f} seconds")])


def _end(child: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(child.pid, number)
        with suppress(subprocess.TimeoutExpired):
            child.wait(_END_SECONDS)
            break
    # End the processes that the child left in its session.
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
