"""A plain file server serves the documents: no link needs the function, also below a path."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from typing import cast
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from lxml import etree, html

from builder.build import build
from builder.hosts import cloudflare
from builder.hosts.shared.limits import FILES
from builder.output.tree import Tree
from builder.project.config import load_config
from scripts.engine_processes import free_port
from tests.support.file_server import file_server
from tests.support.small_project import small_project

# Room for as many additional documents, each as HTML and as text.
_PAGES = 300
_TARGETS = etree.XPath("//@href[not(parent::link[@rel='canonical'])] | //@src")


@contextmanager
def connected(folder: Path, port: int) -> Iterator[HTTPConnection]:
    """Serve *folder* and connect to the server."""
    with file_server(folder, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        yield connection
        connection.close()


def _get(connection: HTTPConnection, target: str) -> tuple[int, str, bytes]:
    connection.request("GET", target)
    answer = connection.getresponse()
    return answer.status, answer.headers.get("Content-Type", ""), answer.read()


@pytest.fixture(scope="module")
def names(site: Path) -> frozenset[str]:
    """List the paths of all public files."""
    start = len(f"{site / 'public'}/")
    return frozenset(f"{folder}/{name}"[start:] for folder, _, files in os.walk(site / "public") for name in files)


def test_number_of_files_leaves_room_for_more_documents(names: frozenset[str]) -> None:
    (limit,) = (limit.most for limit in cloudflare.LIMITS if limit.what == FILES)
    assert len(names) + 2 * _PAGES < limit == 20_000


def _linked(page: str) -> list[str]:
    """List what *page* links to or loads; a canonical address is that of another copy."""
    return [value for value in cast("list[str]", _TARGETS(html.document_fromstring(page))) if value]


@pytest.mark.needs("pages")
def test_no_link_of_the_documents_needs_the_function(site: Path, names: frozenset[str]) -> None:
    config = load_config(site.parent / "site_config.toml")
    # Most links are on all pages of a folder.
    joined = cache(lambda folder, link: urljoin(f"{config.base_url}/{folder}", link))
    pages: dict[str, str] = {}
    for page in sorted(name for name in names if name.endswith(".html")):
        # Links that begin with # or ? lead to the page itself.
        links = {link for link in _linked((site / "public" / page).read_text("utf-8")) if link[0] not in "#?"}
        pages |= {joined(page[: page.rfind("/") + 1], link): page for link in links}
    addressed = {target: page for target, page in pages.items() if target.startswith(f"{config.base_url}/")}
    named = {unquote(urlsplit(target).path).strip("/"): page for target, page in addressed.items()}
    broken = [item for item in named.items() if names.isdisjoint({item[0], f"{item[0]}/index.html".lstrip("/")})]
    assert len(addressed) > 1_000
    assert broken == []


# Patterns of the links in style sheets, scripts and texts.
_IN_STYLE = re.compile(r"url\([\"']?([^)\"']+)")
# Imports of types are in comments, and not matched.
_IN_SCRIPT = re.compile(r"""(?:^import .*from |^\} from |import\()'([^']+)'""", re.MULTILINE)
_IN_TEXT = re.compile(r"https?://[^\s<>()\[\]\"'`]+")


def _links(kind: str, text: str) -> list[str]:
    if kind == "text/html":
        return _linked(text)
    pattern = {"text/css": _IN_STYLE, "text/javascript": _IN_SCRIPT}.get(kind, _IN_TEXT)
    return pattern.findall(text)


@dataclass(frozen=True)
class _Below:
    """A site below a path: the address of its folder, and a connection to the server."""

    address: str
    connection: HTTPConnection
    public: Path


@pytest.fixture(scope="module")
def below_a_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[_Below]:
    """Build a site for a project page, which has a path, and serve only its files there."""
    root = tmp_path_factory.mktemp("pages")
    port = free_port()
    address = f"http://127.0.0.1:{port}/project"
    request = small_project(root)
    overrides = {"base_url": f"http://127.0.0.1:{port}", "cdn_url": f"{address}/flags", "docs_url": f"{address}/docs"}
    request = request._replace(overrides=overrides)
    build(request, Tree(request.output))
    (root / "served").mkdir()
    (root / "served" / "project").symlink_to(request.output / "public", target_is_directory=True)
    with connected(root / "served", port) as connection:
        yield _Below(address, connection, request.output / "public")


# Calls, which need the function, and the base addresses of the API and of the flags.
_CALLS = re.compile(r"(/(v1|health|llms|docs|changelog)([/.?].*)?|(/project)?/flags(/get/.*)?|/|)")


@pytest.mark.needs("pages")
def test_every_link_among_documents_and_files_works_below_a_path(below_a_path: _Below) -> None:
    origin = below_a_path.address.removesuffix("/project")
    waiting = [f"{below_a_path.address}/{path}" for path in ("", "docs/", "sitemap.xml", "robots.txt", "llms.txt")]
    seen, missing = set[str](), []
    while waiting:
        address = urldefrag(waiting.pop()).url
        if address in seen or not f"{address}/".startswith(f"{origin}/"):
            continue
        seen.add(address)
        path = address.removeprefix(origin)
        if _CALLS.fullmatch(path):
            continue
        status, kind, body = _get(below_a_path.connection, path)
        if status != 200:
            missing.append(address)
        elif kind in ("text/html", "text/css", "text/javascript", "application/xml", "text/plain"):
            links = _links(kind, body.decode())
            waiting += [urljoin(address, link.rstrip(".,;:")) for link in links]
    pages = {path.relative_to(below_a_path.public).as_posix() for path in below_a_path.public.rglob("*.html")}
    unseen = {page for page in pages if f"{below_a_path.address}/{page.removesuffix('index.html')}" not in seen}
    assert missing == []
    # The pages that no link leads to redirect addresses that people type, or are the page for missing addresses.
    moved = {page for page in unseen if 'http-equiv="refresh"' in (below_a_path.public / page).read_text("utf-8")}
    assert "docs.html" in moved
    assert unseen - moved == {"docs/404.html"}
    assert len(seen) > 200
