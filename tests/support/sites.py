"""Built sites that tests share. Each is built once in a run, by the first worker that needs it; no test may edit it."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

from builder.build import build
from builder.javascript.context import read_modules
from builder.javascript.core_calls import OpenSite
from builder.output.tree import Tree, is_intact, read_state
from builder.project.build_request import BuildRequest
from tests.support.few_countries import with_few_countries
from tests.support.project import copy_project, copy_tree, name_sizes
from tests.support.serving import Service

# The country header of the site for engines; each platform has its own.
COUNTRY_HEADER = "X-Caller-Country"


def with_one_size(request: BuildRequest) -> None:
    """Write only pages of five records, so that a build takes a second."""
    name_sizes(request, "[5]")


def with_country_header(request: BuildRequest) -> None:
    """Read the caller's country from a header, which can be sent to every engine."""
    text = request.config.read_text("utf-8")
    request.config.write_text(text.replace('header = ""', f'header = "{COUNTRY_HEADER}"'), "utf-8")


def with_lenient_routes(request: BuildRequest) -> None:
    """Enable the ``/v3.1`` routes in lenient mode."""
    _enable_v3_routes(request, "lenient")


def with_few_countries_and_strict_routes(request: BuildRequest) -> None:
    """Keep few countries, and enable the ``/v3.1`` routes in strict mode."""
    with_few_countries(request)
    _enable_v3_routes(request, "strict")


def _enable_v3_routes(request: BuildRequest, mode: str) -> None:
    text = request.config.read_text("utf-8")
    request.config.write_text(text.replace('restcountries = "off"', f'restcountries = "{mode}"'), "utf-8")


@contextmanager
def shared(folder: Path, *edits: Callable[[BuildRequest], None]) -> Iterator[BuildRequest]:
    """Build the project that *edits* make of the shipped inputs, once in the *folder* of the run.

    Other workers wait while one builds. Raises ``AssertionError`` at the end when a test has edited the site.
    """
    root = folder / "-".join(edit.__name__ for edit in edits)
    request = BuildRequest(root, root / "site_config.toml", root / "output", {})
    tree = Tree(request.output)
    with FileLock(f"{root}.lock"):
        # The output is moved to its place when it is complete.
        if not request.output.exists():
            shutil.rmtree(root, ignore_errors=True)
            copy_project(root)
            for edit in edits:
                edit(request)
            build(request, tree)
    yield request
    assert is_intact(tree, read_state(tree.state)), f"a test has edited {request.output}, which others read"


def copied(request: BuildRequest, root: Path) -> BuildRequest:
    """Copy a built project to the new folder *root*, for one test to edit or damage."""
    copy_tree(request.root, root)
    # The state next to the output names its inputs.
    return BuildRequest(root, root / request.config.name, root / request.output.name, request.overrides)


def opened(site: Path) -> Service:
    """Open a built site in this process."""
    return Service(OpenSite(read_modules(site / "edge")), site / "public")
