"""A plain file server serves the documents: no link needs the function, also below a path."""

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from lxml import etree, html

from builder.build import build
from builder.hosts import cloudflare
from builder.hosts.shared.limits import FILES
from builder.output.tree import Tree
from builder.project.config import load_config
from tests.support.small_project import small_project

# Room for as many additional documents, each as HTML and as text.
_PAGES = 300
# A canonical address is that of another copy.
_IN_PAGE = etree.XPath("//@href[not(parent::link[@rel='canonical'])] | //@src")
_IN_STYLE = re.compile(r"url\([\"']?([^)\"']+)")
# Imports of types are in comments, and not matched.
_IN_SCRIPT = re.compile(r"""(?:^import .*from |^\} from |import\()'([^']+)'""", re.MULTILINE)
_IN_TEXT = re.compile(r"https?://[^\s<>()\[\]\"'`]+")
# Calls, which need the function, and the base addresses of the API and of the flags.
_CALLS = re.compile(r"(/(v1|health|llms|docs|changelog)([/.?].*)?|(/project)?/flags(/get/.*)?|/|)")


class _Site(NamedTuple):
    """The public files of a site, its origin, and the path of the folder of the files."""

    public: Path
    origin: str
    below: str = ""

    def names(self) -> frozenset[str]:
        """List the paths of all files."""
        start = len(f"{self.public}/")
        return frozenset(f"{folder}/{name}"[start:] for folder, _, files in os.walk(self.public) for name in files)


@pytest.fixture(scope="module")
def whole(site: Path) -> _Site:
    """Take the site of all countries."""
    return _Site(site / "public", load_config(site.parent / "site_config.toml").base_url)


@pytest.fixture(scope="module")
def below_a_path(tmp_path_factory: pytest.TempPathFactory) -> _Site:
    """Build a site for a project page, which has a path."""
    origin, below = "https://someone.example.org", "/project"
    overrides = {"base_url": origin, "cdn_url": f"{origin}{below}/flags", "docs_url": f"{origin}{below}/docs"}
    request = small_project(tmp_path_factory.mktemp("pages"))._replace(overrides=overrides)
    build(request, Tree(request.output))
    return _Site(request.output / "public", origin, below)


def test_number_of_files_leaves_room_for_more_documents(whole: _Site) -> None:
    (limit,) = (limit.most for limit in cloudflare.LIMITS if limit.what == FILES)
    assert len(whole.names()) + 2 * _PAGES < limit == 20_000


def _links(path: Path) -> list[str]:
    """List what a file links to or loads."""
    text = path.read_text("utf-8")
    if path.suffix == ".html":
        return cast("list[str]", _IN_PAGE(html.document_fromstring(text)))
    return {".css": _IN_STYLE, ".js": _IN_SCRIPT}.get(path.suffix, _IN_TEXT).findall(text)


def _linked_paths(site: _Site, kinds: tuple[str, ...]) -> dict[str, str]:
    """Map each path of the origin to which a file of these *kinds* links to the file."""
    # Most links are on all pages of a folder.
    joined = cache(lambda folder, link: urldefrag(urljoin(f"{site.origin}{site.below}/{folder}", link)).url)
    linked = {}
    for name in sorted(name for name in site.names() if name.endswith(kinds)):
        # Links that begin with # or ? lead to the page itself.
        for link in {link.rstrip(".,;:") for link in _links(site.public / name) if link and link[0] not in "#?"}:
            target = joined(name[: name.rfind("/") + 1], link)
            if f"{target}/".startswith(f"{site.origin}/"):
                linked[unquote(urlsplit(target).path)] = name
    return linked


def _unserved(linked: Iterable[str], site: _Site) -> list[str]:
    """List the paths at which a file server has no file."""
    paths = [f"{site.below}/{name}" for name in site.names()]
    served = {*paths, *(path.removesuffix("index.html") for path in paths)}
    return [path for path in linked if path not in served]


@pytest.mark.needs("pages")
def test_no_link_of_a_page_needs_the_function_and_every_page_is_linked(whole: _Site) -> None:
    linked = _linked_paths(whole, (".html",))
    assert len(linked) > 1_000
    assert _unserved(linked, whole) == []
    pages = {name for name in whole.names() if name.endswith(".html")}
    unlinked = {page for page in pages if f"/{page.removesuffix('index.html')}" not in linked}
    # The pages that no link leads to redirect addresses that people type, or are the page for missing addresses.
    moved = {page for page in unlinked if 'http-equiv="refresh"' in (whole.public / page).read_text("utf-8")}
    assert "docs.html" in moved
    assert unlinked - moved == {"docs/404.html"}


@pytest.mark.needs("pages")
def test_every_link_among_documents_and_files_works_below_a_path(below_a_path: _Site) -> None:
    linked = _linked_paths(below_a_path, (".html", ".css", ".js", ".txt", ".xml"))
    files = [path for path in linked if not _CALLS.fullmatch(path)]
    assert len(files) > 200
    assert _unserved(files, below_a_path) == []
