"""The default site, built once for all tests that only read it."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from builder.build import build
from builder.core.engine import read_modules
from builder.core.site import Core
from builder.inputs import Request
from builder.stages.output.state import Tree
from tests.support.project import copy_project, quiet
from tests.support.serving import Service

# A test that fails must fail again, and a slow machine is no reason to.
settings.register_profile("suite", derandomize=True, deadline=None, database=None)
settings.load_profile("suite")


# What a developer has set for deployments would enter every command that a test runs.
for _name in [name for name in os.environ if name.startswith("COUNTRIES_")]:
    del os.environ[_name]


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Request:
    """Build the shipped inputs; nobody may edit them."""
    request = copy_project(tmp_path_factory.mktemp("default"))
    build(request, Tree(request.output), quiet)
    return request


@pytest.fixture(scope="session")
def site(project: Request) -> Path:
    """Name the built default site."""
    return project.output


@pytest.fixture(scope="session")
def service(site: Path) -> Service:
    """Open the built default site in this process."""
    return Service(Core(read_modules(site / "edge")), site / "public")
