"""All packages of a build are locked by hash."""

import json
import re

import pytest

from tests.support.project import ROOT


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
    assert "dependencies" not in package, "a build needs Python alone"
    versions = package["devDependencies"]
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
