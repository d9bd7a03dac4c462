"""What a build is made from: locked by hash, and nothing fetched while it runs."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.soak.served import small_project
from tests.support.project import ROOT

# Imported by Python before anything else: whoever so much as looks a name up ends the process.
NO_NETWORK = """
import sys
def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.bind", "urllib.Request"):
        raise RuntimeError(f"the build uses the network: {event} {arguments}")
sys.addaudithook(refuse)
"""


def _build(folder: Path, *prefix: str, path: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*prefix, sys.executable, "-m", "builder", "build"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_build_asks_nobody(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "refusal").mkdir()
    (tmp_path / "refusal" / "sitecustomize.py").write_text(NO_NETWORK)
    request = small_project(tmp_path / "site")
    ended = _build(request.root, path=f"{tmp_path / 'refusal'}{os.pathsep}{ROOT}")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_refusal_refuses(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_NETWORK)
    code = "import socket; socket.create_connection(('127.0.0.1', 9))"
    ended = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": str(tmp_path)}, capture_output=True, check=False
    )
    assert b"the build uses the network" in ended.stderr


def test_a_build_needs_no_network_to_be_there(tmp_path: Path) -> None:
    if not shutil.which("unshare") or subprocess.run(["unshare", "-n", "true"], check=False).returncode:
        pytest.skip("only root may take the network away")
    request = small_project(tmp_path)
    ended = _build(request.root, "unshare", "-n", path=str(ROOT))
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock", "scripts/mutation/requirements.lock"])
def test_every_python_package_is_locked_by_hash(name: str) -> None:
    text = (ROOT / name).read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(lines) > 10
    unlocked = [line for line in lines if not re.match(r"\S+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)]
    assert unlocked == []


def test_every_npm_package_is_locked_by_hash() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    unlocked = [name for name, package in packages.items() if name and not package.get("integrity")]
    assert unlocked == []


def test_every_npm_dependency_is_named_by_one_version() -> None:
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    versions = package["dependencies"] | package["devDependencies"]
    assert [name for name, version in versions.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []


def test_dependabot_watches_every_folder_with_an_npm_lock() -> None:
    text = (ROOT / ".github/dependabot.yml").read_text("utf-8")
    own = (
        top for top in ROOT.iterdir() if top.is_dir() and not top.name.startswith(".") and top.name != "node_modules"
    )
    locks = [ROOT / "package-lock.json", *(lock for top in own for lock in top.rglob("package-lock.json"))]
    folders = {lock.parent.relative_to(ROOT) for lock in locks if "node_modules" not in lock.parts}
    watched = next(line for line in text.splitlines() if "directories:" in line and "eleventy" in line)
    assert sorted(re.findall(r'"/([^"]*)"', watched)) == sorted(str(folder).strip(".") for folder in folders)
