"""A built site for the engines: the default one, with a header that carries the caller's country."""

from pathlib import Path

import pytest

from builder.build import build
from builder.core import Core
from builder.embedded import read_modules
from builder.output import Tree
from tests.engines.engines import COUNTRY_HEADER
from tests.project import copy_project, quiet
from tests.serving import Service


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


@pytest.fixture(scope="session")
def reference(engine_site: Path) -> Service:
    """Answer as the preview does, in this process."""
    return Service(Core(read_modules(engine_site / "edge")), engine_site / "public")
