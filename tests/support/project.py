"""A copy of the inputs of a build, for tests that edit it."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from builder.inputs import BuildRequest
from builder.javascript.context import JavaScriptContext
from builder.javascript.manifest import Manifest

ROOT = Path(__file__).resolve().parents[2]


def copy_project(folder: Path) -> BuildRequest:
    """Copy the inputs into *folder*; the cache of rendered images is shared with the checkout."""
    for name in ("data", "edge", "templates"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("site_config.toml", "CHANGELOG.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    (ROOT / ".cache").mkdir(exist_ok=True)
    (folder / ".cache").symlink_to(ROOT / ".cache")
    return BuildRequest(folder, folder / "site_config.toml", folder / "output", {})


def name_sizes(request: BuildRequest, limits: str) -> None:
    """Set another policy of page sizes in the copy; fewer sizes make a build faster."""
    config = request.config.read_text("utf-8")
    request.config.write_text(config.replace('limits = "all"', f"limits = {limits}"), "utf-8")


def quiet(_what: str, _done: int, _total: int) -> None:
    """Ignore progress."""


def exported(modules: Mapping[str, str]) -> Manifest:
    """Read the manifest from the *modules* of an edge, as an engine does."""
    engine = JavaScriptContext(modules, ["manifest.js"])
    return cast("Manifest", json.loads(engine.evaluate("JSON.stringify(modules['manifest.js'].manifest)")))
