"""Builds the sites that tests share, each once in a run, by the first worker that needs it. No test may edit one."""

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
from tests.support.project import copy_tree, request_in, set_site, set_value
from tests.support.serving import Service
from tests.support.small_project import small_project

# The country header of the site for engines; each platform has its own.
COUNTRY_HEADER = "X-Caller-Country"
ORIGINS = {name: f"https://{name.removesuffix('_url')}.example.org" for name in ("base_url", "cdn_url", "docs_url")}


def with_country_header(request: BuildRequest) -> None:
    """Read the caller's country from a header, which can be sent to every engine."""
    set_value(request, 'header = ""', f'header = "{COUNTRY_HEADER}"')


def with_three_origins(request: BuildRequest) -> None:
    """Give the API, the flags and the documents different hosts, and change the size of windows."""
    lines = "\n".join(f'{name} = "{url}"' for name, url in ORIGINS.items())
    set_value(request, 'base_url = "http://127.0.0.1:8000"', lines)
    set_value(request, "limits = [5]", "limits = [25]")


TITLE = "Möbel & <b>Söhne</b>, \"Länder\"; 'alle'"
SLUG = "mobel-b-sohne-b-lander-alle"
DESCRIPTION = "Where we sell & deliver."
CONTACT = "https://shop.example.org/contact"


def with_own_name(request: BuildRequest) -> None:
    """Give the site a title that each format must escape, a description and a contact."""
    set_site(request, title=TITLE, description=DESCRIPTION, contact=CONTACT)


@contextmanager
def shared(
    folder: Path, *edits: Callable[[BuildRequest], None], copy: Callable[[Path], BuildRequest] = small_project
) -> Iterator[BuildRequest]:
    """Build the project that *copy* makes and *edits* change, once in the *folder* of the run.

    Other workers wait meanwhile. Raises ``AssertionError`` at the end if a test has edited the site.
    """
    root = folder / "-".join(function.__name__ for function in (copy, *edits))
    request = request_in(root)
    tree = Tree(request.output)
    with FileLock(f"{root}.lock"):
        # The output is moved to its place when it is complete.
        if not request.output.exists():
            shutil.rmtree(root, ignore_errors=True)
            copy(root)
            for edit in edits:
                edit(request)
            build(request, tree)
    yield request
    assert is_intact(tree, read_state(tree.state)), f"a test has edited {request.output}, which others read"


def copied(request: BuildRequest, root: Path) -> BuildRequest:
    """Copy a built project to the new folder *root*, for one test to edit or damage."""
    copy_tree(request.root, root)
    # The state next to the output names its inputs.
    return request._replace(root=root, config=root / request.config.name, output=root / request.output.name)


def opened(site: Path) -> Service:
    """Open a built site in this process."""
    return Service(OpenSite(read_modules(site / "edge")), site / "public")
