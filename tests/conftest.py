"""Fixtures that tests share: built sites, which no test may edit, and a running preview.

A test that only reads takes ``site`` (all countries of the frozen dataset, and a header with the caller's country),
``small`` (few countries, one page size), or one of the fixtures that open them: ``service`` and ``expected`` answer in
this process, ``served`` (``small_served`` with few countries) over a socket, and ``engines`` in the runtimes of hosts.
Each is made once in a run; processes are started once in each worker. A test that edits a site takes ``small_copy``, or
copies inputs with ``small_project``, or with ``copy_project`` if it needs every country, and builds.
"""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from builder.build import build
from builder.documents import DocumentData
from builder.extensions import NAMES
from builder.images import make_images
from builder.javascript.core_calls import asker_in_memory
from builder.output.tree import Tree
from builder.project.build_request import BuildRequest
from builder.site.reading import read_site
from scripts.preview_process import Served, preview
from tests.support import sites
from tests.support.conformance import remembered
from tests.support.project import copy_project, whole_project
from tests.support.serving import Service
from tests.support.small_project import small_project
from tests.support.vectors import Reply, Vector

if TYPE_CHECKING:
    from tests.support.engines.engine_list import Engines

# A test process holds many objects; to look through them for cycles as often as by default takes a sixth of its time.
gc.set_threshold(100_000, 20, 20)

# A failure must be reproducible, and a slow machine must not cause one.
settings.register_profile("suite", derandomize=True, deadline=None, database=None)
settings.load_profile("suite")


# A developer's variables for deployments must not affect the commands of the tests.
for _name in [name for name in os.environ if name.startswith("COUNTRIES_")]:
    del os.environ[_name]


# The tests' Node is in the Python environment, also when pytest is started without make.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Start twice as many workers as there are processors: many tests wait for a server, a browser or a tool.

    Tests of single modules wait for nothing, and run with ``--numprocesses logical``.
    """
    processors = os.cpu_count() or 1
    return processors if config.option.numprocesses == "logical" else 2 * processors


# Groups of modules that share what a fixture starts or makes. One worker runs each group.
_TOGETHER = {
    "engines": (
        "tests/system/engines/",
        "tests/extensions/verify/test_command.py",
        "tests/contract/test_conformance.py",
    ),
    "deployment": ("tests/unit/hosts/",),
    "served": (
        "tests/extensions/pages/test_browser.py",
        "tests/extensions/mcp/test_server.py",
        "tests/system/test_samples.py",
    ),
}
# Modules of these folders that start processes of their own.
_ALONE = tuple(
    f"tests/system/engines/test_{name}.py"
    for name in ("nginx_site", "node_attacks", "zone_script", "cloudformation", "wrangler")
)


def _scope(nodeid: str) -> str:
    module = nodeid.partition("::")[0]
    shared = (name for name, paths in _TOGETHER.items() if module.startswith(paths) and module not in _ALONE)
    return next(shared, module)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Give whole modules to workers, in their order of collection, so that no fixture is made twice in a run."""
    config.option.loadscopereorder = False
    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = _scope
    return scheduler


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out a test whose extension is deleted."""
    missing = [name for mark in item.iter_markers("needs") for name in mark.args if name not in NAMES]
    if missing:
        pytest.skip(f"there is no extension {', '.join(missing)}")


def pytest_collection_finish() -> None:
    """Exempt what was imported and collected, which stays until the end, from the search for cycles."""
    gc.freeze()


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the run, which all workers share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def project(run_folder: Path) -> Iterator[BuildRequest]:
    """Build all countries, with a header that carries the caller's country, which can be sent to every engine."""
    with sites.shared(run_folder, sites.with_country_header, copy=copy_project) as request:
        yield request


@pytest.fixture(scope="session")
def site(project: BuildRequest) -> Path:
    """Return the built default site."""
    return project.output


@pytest.fixture(scope="session")
def service(site: Path) -> Service:
    """Open the built default site in this process."""
    return sites.opened(site)


@pytest.fixture(scope="session")
def small(run_folder: Path) -> Iterator[BuildRequest]:
    """Build a site with few countries, and pages of one size only."""
    with sites.shared(run_folder) as request:
        yield request


@pytest.fixture(scope="session")
def on_three_hosts(run_folder: Path) -> Iterator[Path]:
    """Build a site with few countries, with a host each for the API, flags and documents; return its public files."""
    with sites.shared(run_folder, sites.with_three_origins) as request:
        yield request.output / "public"


@pytest.fixture
def small_copy(small: BuildRequest, tmp_path: Path) -> BuildRequest:
    """Copy the built small project for a test that edits or damages it."""
    return sites.copied(small, tmp_path / "small")


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a preview of a site with all countries and pages of one size."""
    with preview(whole_project(tmp_path_factory.mktemp("served"))) as one:
        yield one


@pytest.fixture(scope="session")
def small_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a preview of a site with few countries."""
    with preview(small_project(tmp_path_factory.mktemp("small-served"))) as one:
        yield one


@pytest.fixture(scope="session")
def small_served_site(small_served: Served) -> Path:
    """Return the site of ``small_served`` as a build writes it."""
    build(small_served.request, Tree(small_served.request.output))
    return small_served.request.output


@pytest.fixture(scope="session")
def expected(service: Service) -> Callable[[Vector], Reply]:
    """Answer vectors as the preview does; each vector is sent once for all engines."""
    return remembered(service.send)


@pytest.fixture(scope="session")
def engines(site: Path) -> Iterator["Engines"]:
    """Run engines; each is started once, when it is first used."""
    from tests.support.engines.engine_list import Engines

    with Engines(site) as started:
        yield started


@pytest.fixture(scope="session")
def named(run_folder: Path) -> Iterator[BuildRequest]:
    """Build a site as ``small``, with a name of its own."""
    with sites.shared(run_folder, sites.with_own_name) as request:
        yield request


@pytest.fixture(scope="session")
def small_engine_site(run_folder: Path) -> Iterator[Path]:
    """Build a small site, on which an engine starts in a third of the time."""
    with sites.shared(run_folder, sites.with_country_header) as request:
        yield request.output


@pytest.fixture(scope="session")
def small_reference(small_engine_site: Path) -> Service:
    """Answer from the small site as the preview does, in this process."""
    return sites.opened(small_engine_site)


@pytest.fixture(scope="session")
def small_engines(small_engine_site: Path) -> Iterator["Engines"]:
    """Run engines over the small site."""
    from tests.support.engines.engine_list import Engines

    with Engines(small_engine_site) as started:
        yield started


@pytest.fixture(scope="session")
def marked_engines(small_engine_site: Path) -> Iterator["Engines"]:
    """Run engines over the small site with a function that marks its answers."""
    from tests.support.engines.engine_list import Engines
    from tests.support.engines.function_use import marked

    with marked(small_engine_site) as site, Engines(site) as started:
        yield started


@pytest.fixture
def data(small: BuildRequest) -> DocumentData:
    """Return the data of the small site, from which no document was made yet."""
    site = read_site(small)
    images = make_images(site.dataset, small.flags, site.config.flags.widths, small.cache)
    return DocumentData(site, small, images, asker_in_memory(site.core, site.manifest, site.dataset.records))
