"""Starting and ending the processes of an engine."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.problems import InputError, Problem

_READY_SECONDS = 60.0
_END_SECONDS = 5.0
_POLL_SECONDS = 0.02


@dataclass(frozen=True)
class Process:
    """A command, the port on the loopback that it listens on when it is ready, and what it adds to the environment."""

    command: Sequence[str | Path]
    port: int
    environment: Mapping[str, str] = field(default_factory=dict)


Start = Callable[[Path, Path, int], Sequence[Process]]
"""Makes the processes, in the order of their start, from the site, a folder for scratch and the port to listen on."""


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def found(command: str, advice: str) -> Path:
    """Find a program. Raises ``InputError`` with *advice* when it is not installed."""
    path = shutil.which(command)
    if path is None:
        raise InputError([Problem(command, "", "is not installed")], advice)
    return Path(path)


def found_package(name: str) -> Path:
    """Find an npm package beside the project. Raises ``InputError`` when it is not installed."""
    folder = Path(__file__).parents[3] / "node_modules" / name
    if not folder.is_dir():
        raise InputError([Problem(name, "", "is not installed")], "Run npm ci --ignore-scripts, or make test.")
    return folder


@contextmanager
def running(start: Start, site: Path, port: int) -> Iterator[tuple[subprocess.Popen[bytes], ...]]:
    """Run the engine until the block ends, however it ends; every process is ready when it begins.

    Raises ``InputError`` when the engine is not installed, ends, or is not ready within a minute.
    """
    # On the disk of the site, whose files some engines link.
    with TemporaryDirectory(prefix=f".{site.name}.engine-", dir=site.resolve().parent) as scratch:
        started: list[subprocess.Popen[bytes]] = []
        try:
            for process in start(site.resolve(), Path(scratch), port):
                environment = os.environ | dict(process.environment)
                # A session of its own, so that what it starts in its turn can be ended with it.
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
        with suppress(OSError), socket.create_connection(("127.0.0.1", process.port), timeout=1):
            return
        time.sleep(_POLL_SECONDS)
    raise InputError([Problem(name, "", f"is not listening on port {process.port} after {_READY_SECONDS:.0f} seconds")])


def _end(child: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(child.pid, number)
        with suppress(subprocess.TimeoutExpired):
            child.wait(_END_SECONDS)
            break
    # Whatever the child left behind in its session.
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
