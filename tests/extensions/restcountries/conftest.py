"""Sites with the ``/v3.1`` routes."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.extensions import NAMES
from builder.project.build_request import BuildRequest
from tests.support import sites
from tests.support.engines.engine_list import Engines
from tests.support.project import whole_project


def with_lenient_routes(request: BuildRequest) -> None:
    """Enable the ``/v3.1`` routes in lenient mode."""
    _enable_v3_routes(request, "lenient")


def with_strict_routes(request: BuildRequest) -> None:
    """Enable the ``/v3.1`` routes in strict mode."""
    _enable_v3_routes(request, "strict")


def _enable_v3_routes(request: BuildRequest, mode: str) -> None:
    with request.config.open("a", encoding="utf-8") as config:
        config.write(f'\n[compatibility]\nrestcountries = "{mode}"\n')


def without_pages(request: BuildRequest) -> None:
    """Leave out the extensions that make HTML and downloads, which take most of the time of a build."""
    before, section, after = request.config.read_text("utf-8").partition("[extensions]\n")
    left_out = [name for name in ("pages", "exports", "npm", "mcp") if name in NAMES]
    after = after.replace("leave_out = []", f"leave_out = {json.dumps(left_out)}", 1)
    request.config.write_text(before + section + after, "utf-8")


@pytest.fixture(scope="session")
def lenient_site(run_folder: Path) -> Iterator[Path]:
    """Build all countries, in lenient mode."""
    edits = (sites.with_country_header, with_lenient_routes, without_pages)
    with sites.shared(run_folder, *edits, copy=whole_project) as request:
        yield request.output


@pytest.fixture(scope="session")
def small_lenient(run_folder: Path) -> Iterator[BuildRequest]:
    """Build a site as ``small``, in lenient mode."""
    with sites.shared(run_folder, with_lenient_routes) as request:
        yield request


@pytest.fixture(scope="session")
def small_strict(run_folder: Path) -> Iterator[BuildRequest]:
    """Build a site as ``small``, in strict mode, with a name of its own."""
    with sites.shared(run_folder, with_strict_routes, sites.with_own_name) as request:
        yield request


@pytest.fixture(scope="module")
def lenient_engines(lenient_site: Path) -> Iterator[Engines]:
    """Run engines over the site of all countries, in lenient mode."""
    with Engines(lenient_site) as started:
        yield started
