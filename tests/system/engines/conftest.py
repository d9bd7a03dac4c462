"""A built site for the engines: the default one, with a header that carries the caller's country."""

import json
from pathlib import Path

import pytest

from builder.build import build
from builder.core.engine import read_modules
from builder.core.site import Core
from builder.stages.output.state import Tree
from tests.support.project import copy_project, quiet
from tests.support.serving import Service
from tests.system.engines.engines import COUNTRY_HEADER


def build_site(folder: Path) -> Path:
    """Build the site under test into a copy of the project in *folder*."""
    request = copy_project(folder)
    text = request.config.read_text("utf-8")
    request.config.write_text(text.replace('header = ""', f'header = "{COUNTRY_HEADER}"'))
    build(request, Tree(request.output), quiet)
    return request.output


@pytest.fixture(scope="session")
def engine_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Name the built site; nobody may edit it."""
    return build_site(tmp_path_factory.mktemp("engines"))


def flag_requests() -> list[tuple[str, str]]:
    """Read methods and targets that every flag host has to answer alike."""
    rows = json.loads(Path(__file__).with_name("flag-requests.json").read_text("utf-8"))
    return [(method, target) for method, target in rows]


@pytest.fixture(scope="session")
def flag_reference(engine_site: Path) -> Service:
    """Answer as the core does with the site of a flag host."""
    site = engine_site / "hosts" / "cloudflare" / "flags"
    own = {name: (site / name).read_text("utf-8") for name in ("manifest.js", "records.js")}
    return Service(Core({**read_modules(engine_site / "edge"), **own}), engine_site / "public" / "flags")


@pytest.fixture(scope="session")
def reference(engine_site: Path) -> Service:
    """Answer as the preview does, in this process."""
    return Service(Core(read_modules(engine_site / "edge")), engine_site / "public")
