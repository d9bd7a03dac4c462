"""What tests share: built sites, which nobody edits, and a preview that runs.

A test that only reads takes ``site`` (as shipped), ``small`` (few countries, one page size), ``engine_site`` (takes the
caller's country from a header) or ``lenient_site`` and ``strict_site`` (with the tree of restcountries), or one of the
fixtures that open them: ``service``, ``reference`` and ``wanted`` answer in this process, ``served`` over a socket, and
``engines`` from those that hosts run. Whatever is here is made once in a run, or once in a worker where it is a
process. A test that edits takes ``small_copy``, or copies the inputs by ``few_project``, or ``copy_project`` where it
needs every country, and builds.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from builder.inputs import Request
from scripts.soak.preview_process import Served, preview, small_project
from tests.contract.conformance import remembered
from tests.support import sites
from tests.support.few_countries import with_few_countries
from tests.support.serving import Service
from tests.support.vectors import Reply, Vector

if TYPE_CHECKING:
    from tests.system.engines.engines import Engines

# A test that fails must fail again, and a slow machine is no reason to.
settings.register_profile("suite", derandomize=True, deadline=None, database=None)
settings.load_profile("suite")


# What a developer has set for deployments would enter every command that a test runs.
for _name in [name for name in os.environ if name.startswith("COUNTRIES_")]:
    del os.environ[_name]


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Name the folder of the run, which all workers see."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def project(run_folder: Path) -> Iterator[Request]:
    """Build the shipped inputs."""
    with sites.shared(run_folder, sites.as_shipped) as request:
        yield request


@pytest.fixture(scope="session")
def site(project: Request) -> Path:
    """Name the built default site."""
    return project.output


@pytest.fixture(scope="session")
def service(site: Path) -> Service:
    """Open the built default site in this process."""
    return sites.opened(site)


@pytest.fixture(scope="session")
def small(run_folder: Path) -> Iterator[Request]:
    """Build a site with few countries, and pages of one size alone."""
    with sites.shared(run_folder, with_few_countries) as request:
        yield request


@pytest.fixture
def small_copy(small: Request, tmp_path: Path) -> Request:
    """Copy the built small project, for a test that edits or damages it."""
    return sites.copied(small, tmp_path / "small")


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a preview of a small site, which is built for its address."""
    with preview(small_project(tmp_path_factory.mktemp("served"))) as one:
        yield one


@pytest.fixture(scope="session")
def engine_site(run_folder: Path) -> Iterator[Path]:
    """Build the default site with a header that carries the caller's country."""
    with sites.shared(run_folder, sites.with_country_header) as request:
        yield request.output


@pytest.fixture(scope="session")
def reference(engine_site: Path) -> Service:
    """Answer as the preview does, in this process."""
    return sites.opened(engine_site)


@pytest.fixture(scope="session")
def wanted(reference: Service) -> Callable[[Vector], Reply]:
    """Answer a vector as the preview does; each is asked once for all engines."""
    return remembered(reference.send)


@pytest.fixture(scope="session")
def engines(engine_site: Path) -> Iterator["Engines"]:
    """Run the engines that are asked for, each once."""
    from tests.system.engines.engines import Engines

    with Engines(engine_site) as started:
        yield started


@pytest.fixture(scope="session")
def lenient_site(run_folder: Path) -> Iterator[Path]:
    """Build a site with the tree of restcountries that answers all records at once."""
    with sites.shared(run_folder, sites.with_lenient_v3_routes) as request:
        yield request.output


@pytest.fixture(scope="session")
def strict_site(run_folder: Path) -> Iterator[Path]:
    """Build a site with the tree of restcountries as its last version was."""
    with sites.shared(run_folder, sites.with_strict_v3_routes) as request:
        yield request.output
