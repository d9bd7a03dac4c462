"""A build opens no connection."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.few_countries import few_project
from tests.support.project import ROOT

# Imported by Python before any other module: any lookup of a name ends the process.
NO_NETWORK = """
import sys
def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.bind", "urllib.Request"):
        raise RuntimeError(f"the build uses the network: {event} {arguments}")
sys.addaudithook(refuse)
"""


def _build(folder: Path, path: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "builder", "build"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_build_opens_no_connection(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "refusal").mkdir()
    (tmp_path / "refusal" / "sitecustomize.py").write_text(NO_NETWORK)
    request = few_project(tmp_path / "site")
    ended = _build(request.root, path=f"{tmp_path / 'refusal'}{os.pathsep}{ROOT}")
    assert ended.returncode == 0, ended.stderr


def test_guard_of_this_test_blocks_connections(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_NETWORK)
    code = "import socket; socket.create_connection(('127.0.0.1', 9))"
    ended = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": str(tmp_path)}, capture_output=True, check=False
    )
    assert b"the build uses the network" in ended.stderr
