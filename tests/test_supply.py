"""Packages are locked by hash, the base images of containers are pinned, and updates of both are watched."""

import json
import re
from pathlib import Path

import pytest
import yaml

from tests.support.processes import printed
from tests.support.project import ROOT


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-mcp.lock", "requirements-dev.lock"])
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


def test_every_npm_dependency_has_an_exact_version() -> None:
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    assert "dependencies" not in package, "a build needs Python alone"
    versions = package["devDependencies"]
    assert [name for name, version in versions.items() if not re.fullmatch(r"\d+\.\d+\.\d+(-[\w.]+)?", version)] == []


_LOCKS = [ROOT / name for name in printed("git", "ls-files", "*package-lock.json", folder=ROOT).splitlines()]


def test_dependabot_watches_every_folder_with_an_npm_lock() -> None:
    updates = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text("utf-8"))["updates"]
    (watched,) = (update["directories"] for update in updates if update["package-ecosystem"] == "npm")
    # It may still name the folder of an extension that was deleted.
    assert {f"/{lock.parent.relative_to(ROOT)}".rstrip(".") for lock in _LOCKS} <= {*watched}


@pytest.mark.parametrize("lock", _LOCKS, ids=lambda lock: str(lock.parent.relative_to(ROOT)))
def test_lock_has_the_optional_packages_of_every_operating_system(lock: Path) -> None:
    packages = json.loads(lock.read_text("utf-8"))["packages"]
    named = {path.rpartition("node_modules/")[2] for path in packages}
    expected = {name for package in packages.values() for name in package.get("optionalDependencies", {})}
    assert expected - named == set()


def test_tool_that_deploys_is_the_tested_version() -> None:
    tested = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    tools = ROOT / "builder/hosts/cloudflare/templates/tools/package.json"
    assert json.loads(tools.read_text("utf-8"))["dependencies"] == {"wrangler": tested["wrangler"]}
    # The tests run the version of miniflare that the tool uses.
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert packages["node_modules/wrangler"]["dependencies"]["miniflare"] == tested["miniflare"]


def test_base_images_are_pinned_and_watched() -> None:
    files = [path for path in (ROOT / "builder").rglob("Dockerfile*") if "node_modules" not in path.parts]
    for path in files:
        image = re.search(r"^FROM (.+)$", path.read_text("utf-8"), re.MULTILINE)
        assert image, path
        assert re.fullmatch(r"node:24\.\d+\.\d+-[\w.-]+@sha256:[0-9a-f]{64}", image[1]), path
    updates = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text("utf-8"))["updates"]
    (watched,) = (update["directories"] for update in updates if update["package-ecosystem"] == "docker")
    assert sorted(watched) == sorted(f"/{path.parent.relative_to(ROOT)}" for path in files)
