"""Processes of engines: what is not installed, what ends too soon, and that nothing is left behind."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from builder.preview.engines.process import Process, found, found_package, free_port, running
from builder.problems import InputError

LISTENS = """
import socket, sys, time
with socket.create_server(("127.0.0.1", int(sys.argv[1]))):
    time.sleep(600)
"""


def test_a_program_that_is_not_installed_is_named_with_the_advice() -> None:
    assert found("sh", "Install a shell.").is_file()
    with pytest.raises(InputError, match=r"no-such-engine: is not installed(.|\n)*Install it\."):
        found("no-such-engine", "Install it.")


def test_a_package_that_is_not_installed_is_named_with_the_advice() -> None:
    assert found_package("eslint").is_dir()
    with pytest.raises(InputError, match=r"no-such-package: is not installed(.|\n)*Run npm ci"):
        found_package("no-such-package")


def test_a_process_is_ready_when_the_block_begins_and_gone_when_it_ends(tmp_path: Path) -> None:
    def start(_site: Path, _scratch: Path, port: int) -> Sequence[Process]:
        return [Process([sys.executable, "-c", LISTENS, str(port)], port)]

    with running(start, tmp_path / "site", free_port()) as (child,):
        assert child.poll() is None
    assert child.poll() is not None
    assert list(tmp_path.iterdir()) == []


def test_a_process_that_ends_too_soon_is_named_and_those_before_it_are_ended(tmp_path: Path) -> None:
    report = tmp_path / "pid"
    first = f"import os, pathlib; pathlib.Path({str(report)!r}).write_text(str(os.getpid()))\n{LISTENS}"

    def start(_site: Path, _scratch: Path, port: int) -> Sequence[Process]:
        return [
            Process([sys.executable, "-c", first, str(port)], port),
            Process([sys.executable, "-c", "raise SystemExit(3)"], free_port()),
        ]

    with (
        pytest.raises(InputError, match="ended with exit code 3 before it was ready"),
        running(start, tmp_path / "site", free_port()),
    ):
        pytest.fail("an engine that ended was taken for ready")
    with pytest.raises(ProcessLookupError):
        os.kill(int(report.read_text()), 0)


def test_what_a_process_started_in_its_turn_is_ended_with_it(tmp_path: Path) -> None:
    report = tmp_path / "pid"
    parent = (
        "import pathlib, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"pathlib.Path({str(report)!r}).write_text(str(child.pid))\n{LISTENS}"
    )

    def start(_site: Path, _scratch: Path, port: int) -> Sequence[Process]:
        return [Process([sys.executable, "-c", parent, str(port)], port)]

    with running(start, tmp_path / "site", free_port()):
        grandchild = int(report.read_text())
    deadline = time.monotonic() + 30
    while _runs(grandchild) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _runs(grandchild)


def _runs(number: int) -> bool:
    """Whether a process is there and no zombie that its new parent has yet to bury."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False
