"""Processes of engines: missing programs, early ends, and that no process is left."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from scripts.engines import Process, found, found_package, free_port, running
from tests.support.processes import write_program
from tests.support.waiting import until

LISTENS = """
import http.server, sys
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler).serve_forever()
"""


def test_missing_program_or_package_is_named() -> None:
    assert found("sh").is_file()
    assert found_package("eslint").is_dir()
    with pytest.raises(FileNotFoundError, match="no-such-engine is not installed"):
        found("no-such-engine")
    with pytest.raises(FileNotFoundError, match="no-such-package is not installed"):
        found_package("no-such-package")


def test_program_of_the_python_environment_comes_before_that_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_program(tmp_path / "node", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert found("node").parent == Path(sys.executable).parent
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert found("node") == tmp_path / "node"


def test_process_is_ready_when_the_block_begins_and_ended_after_it(tmp_path: Path) -> None:
    def start(_site: Path, _scratch: Path, port: int) -> Sequence[Process]:
        return [Process([sys.executable, "-c", LISTENS, str(port)], port)]

    with running(start, tmp_path / "site", free_port()) as (child,):
        assert child.poll() is None
    assert child.poll() is not None
    assert list(tmp_path.iterdir()) == []


def test_process_that_ends_early_is_named_and_earlier_ones_are_ended(tmp_path: Path) -> None:
    report = tmp_path / "pid"
    first = f"import os, pathlib; pathlib.Path({str(report)!r}).write_text(str(os.getpid()))\n{LISTENS}"

    def start(_site: Path, _scratch: Path, port: int) -> Sequence[Process]:
        return [
            Process([sys.executable, "-c", first, str(port)], port),
            Process([sys.executable, "-c", "raise SystemExit(3)"], free_port()),
        ]

    with (
        pytest.raises(RuntimeError, match="ended with exit code 3 before it was ready"),
        running(start, tmp_path / "site", free_port()),
    ):
        pytest.fail("an engine that ended was taken for ready")
    with pytest.raises(ProcessLookupError):
        os.kill(int(report.read_text()), 0)


def test_child_processes_are_ended_too(tmp_path: Path) -> None:
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
    until(lambda: not _runs(grandchild), "the child of the process to end")


def _runs(number: int) -> bool:
    """Whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False
