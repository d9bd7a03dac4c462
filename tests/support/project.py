"""Copies the inputs of a build, for tests that edit them."""

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

from builder.extensions import load_extensions
from builder.javascript.context import JavaScriptContext
from builder.javascript.manifest import Manifest
from builder.project.build_request import BuildRequest

ROOT = Path(__file__).resolve().parents[2]


DATASETS = ROOT / "tests" / "fixtures" / "datasets"
"""The datasets of tests, each in the folder ``data`` of a project with a configuration: ``few`` and ``world``."""
WORLD = DATASETS / "world" / "data"
"""The dataset of all countries."""
OTHER_INPUTS = ("edge", "templates", "CHANGELOG.md", "LICENSE")


def request_in(folder: Path) -> BuildRequest:
    """Make a request to build the project in *folder*, with every extension."""
    return BuildRequest(folder, folder / "site_config.toml", folder / "output", {}, load_extensions())


def copy_project(folder: Path, *edited: str, dataset: str = "world") -> BuildRequest:
    """Copy one of ``DATASETS`` with its config, and the *edited* ones of ``OTHER_INPUTS``, into *folder*.

    A test that edits one of ``OTHER_INPUTS`` must name it here, because a build takes the rest from the checkout. The
    cache is shared.
    """
    folder.mkdir(parents=True, exist_ok=True)
    own = DATASETS / dataset
    for source in (own / "data", own / "site_config.toml", *(ROOT / name for name in edited)):
        copy_tree(source, folder / source.name)
    (ROOT / ".cache").mkdir(exist_ok=True)
    (folder / ".cache").symlink_to(ROOT / ".cache")
    return request_in(folder)


def copy_tree(source: Path, target: Path) -> None:
    """Copy a file or a folder to a new path, with the times of its files. ``cp`` is three times as fast as Python."""
    subprocess.run(["cp", "-a", source, target], check=True)


def copy_checkout(folder: Path) -> Path:
    """Copy the files of this project into the new *folder*, with links to what was installed; return the folder."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    names = [name for name in listed.split("\0") if name and (ROOT / name).exists()]
    folder.mkdir()
    subprocess.run(["cp", "-a", "--parents", "--target-directory", folder, *names], cwd=ROOT, check=True)
    for name in (".venv", "node_modules"):
        (folder / name).symlink_to((ROOT / name).resolve())
    return folder


def edit_json(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the object in a JSON file."""
    value = json.loads(path.read_text("utf-8"))
    change(value)
    path.write_text(json.dumps(value, ensure_ascii=False), "utf-8")


def set_site(request: BuildRequest, **values: str) -> None:
    """Set values of the section ``[site]`` in the copy of the config."""
    shipped = {"title": "Country Reference", "description": "", "contact": ""}
    for key, value in values.items():
        set_value(request, f'{key} = "{shipped[key]}"', f"{key} = {json.dumps(value, ensure_ascii=False)}")


def name_sizes(request: BuildRequest, limits: str) -> None:
    """Set another policy of page sizes in the copy; fewer sizes make a build faster."""
    set_value(request, 'limits = "all"', f"limits = {limits}")


def set_value(request: BuildRequest, line: str, other: str) -> None:
    """Replace a line of the config. Raises ``AssertionError`` if it has none."""
    config = request.config.read_text("utf-8")
    assert line in config, f"{request.config} has no line {line}"
    request.config.write_text(config.replace(line, other), "utf-8")


def whole_project(folder: Path) -> BuildRequest:
    """Copy the dataset of all countries into *folder*, with pages of one size only."""
    request = copy_project(folder)
    name_sizes(request, "[5]")
    return request


def exported(modules: Mapping[str, str]) -> Manifest:
    """Read the manifest from the *modules* of an edge, as an engine does."""
    engine = JavaScriptContext(modules, ["generated/manifest.js"])
    return cast("Manifest", json.loads(engine.evaluate("JSON.stringify(modules['generated/manifest.js'].manifest)")))
