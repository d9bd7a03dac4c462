"""A preview in a real engine starts, answers, and ends its processes."""

import os
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from builder.build_request import BuildRequest
from builder.preview.engines.process import free_port
from tests.support.waiting import SECONDS, until


def _children(pid: int) -> list[int]:
    found = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
    return [*found, *(below for child in found for below in _children(child))]


def _answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        connection.request("GET", "/v1/alpha/de")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("engine", ["workerd", "nginx"])
def test_every_process_ends_with_the_preview(engine: str, small: BuildRequest, tmp_path: Path) -> None:
    port = free_port()
    command: list[str | Path] = [sys.executable, "-m", "builder", "--config", small.config]
    options: list[str | Path] = [
        "preview",
        "--engine",
        engine,
        "--port",
        str(port),
        "--output",
        tmp_path / "output",
    ]
    started = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: started.poll() is not None or _answers(port), f"an answer of {engine}")
        assert started.poll() is None
        children = _children(started.pid)
        assert children
    finally:
        started.send_signal(signal.SIGTERM)
        code = started.wait(SECONDS)
    assert code == 0
    assert [child for child in children if _alive(child)] == []


def test_option_that_an_engine_does_not_support_is_rejected(small: BuildRequest) -> None:
    command: list[str | Path] = [sys.executable, "-m", "builder", "--config", small.config]
    ran = subprocess.run(
        [*command, "preview", "--engine", "node", "--watch"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "--watch" in ran.stderr
