"""A plain file server over ``public/``: every static address is answered, and the documents work below a path."""

from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from builder.config import load_config
from builder.preview.engines.process import free_port
from builder.stages.hosts import cloudflare
from builder.stages.hosts.shared.limits import FILES
from tests.support.file_server import file_server
from tests.support.serving import Service

# Room for as many further pages of documents, each as HTML and as text.
_PAGES = 300


@contextmanager
def connected(folder: Path) -> Iterator[HTTPConnection]:
    """Serve *folder* and connect to the server."""
    port = free_port()
    with file_server(folder, port):
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        yield connection
        connection.close()


def _get(connection: HTTPConnection, target: str) -> tuple[int, str, bytes]:
    connection.request("GET", target)
    answer = connection.getresponse()
    return answer.status, answer.headers.get("Content-Type", ""), answer.read()


def _static_addresses(public: Path) -> list[str]:
    files = [public / "v1.json", public / "health.json", *sorted((public / "v1").rglob("*.json"))]
    return [f"/{path.relative_to(public).as_posix()}" for path in files]


def test_a_file_server_answers_every_static_address_as_the_service_does(site: Path, service: Service) -> None:
    addresses = _static_addresses(site / "public")
    results = service.core.answer_each(addresses)
    wrong = []
    with connected(site / "public") as connection:
        for address, result in zip(addresses, results, strict=True):
            status, kind, body = _get(connection, address)
            if (status, kind, body) != (200, "application/json", service.reply("GET", result).body):
                wrong.append(address)
    assert len(addresses) > 10_000
    assert wrong == []


def test_a_file_server_answers_a_route_at_its_address_with_an_ending(site: Path, service: Service) -> None:
    routes = ["/v1", "/v1/region/europe", "/v1/alpha/276", "/v1/name/germany", "/v1/rank/gdp", "/health"]
    with connected(site / "public") as connection:
        answers = {route: _get(connection, f"{route}.json")[2] for route in routes}
    assert answers == {route: service.get(route).body for route in routes}


def test_there_is_room_for_further_documents_below_the_smallest_limit_of_files(site: Path) -> None:
    (limit,) = (limit.most for limit in cloudflare.LIMITS if limit.what == FILES)
    files = sum(path.is_file() for path in (site / "public").rglob("*"))
    assert files + 2 * _PAGES < limit == 20_000


class _Links(HTMLParser):
    """Collects what a page leads to or loads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the address of a link, a script, a style sheet or an image; a canonical address names another place."""
        given = dict(attrs)
        if tag == "link" and given.get("rel") == "canonical":
            return
        self.found += [value for name in ("href", "src") if (value := given.get(name))]


@pytest.fixture(scope="module")
def below_a_path(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HTTPConnection]:
    """Serve the site below /project/, as a project's page is on GitHub Pages."""
    root = tmp_path_factory.mktemp("pages")
    (root / "project").symlink_to(site / "public", target_is_directory=True)
    with connected(root) as connection:
        yield connection


def test_no_link_of_the_documents_needs_a_function(site: Path) -> None:
    config = load_config(site.parent / "site_config.toml")
    public, addressed, broken = site / "public", 0, []
    for path in sorted(public.rglob("*.html")):
        page = _Links()
        page.feed(path.read_text("utf-8"))
        for link in page.found:
            target = urljoin(f"{config.base_url}/{path.relative_to(public).as_posix()}", link)
            if target.startswith(f"{config.base_url}/"):
                addressed += 1
                file = public / unquote(urlsplit(target).path).lstrip("/")
                if not (file.is_file() or (file / "index.html").is_file()):
                    broken.append((path.name, link))
    assert addressed > 10_000
    assert broken == []


def test_every_relative_link_of_the_documents_is_found_below_a_path(below_a_path: HTTPConnection, site: Path) -> None:
    waiting, seen, missing = ["/project/", "/project/docs/"], set[str](), []
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        status, kind, body = _get(below_a_path, address)
        if status != 200:
            missing.append(address)
        if kind != "text/html" or status != 200:
            continue
        page = _Links()
        page.feed(body.decode())
        for link in page.found:
            target = urlsplit(urljoin(f"http://127.0.0.1{address}", link))
            if urlsplit(link).scheme == "" and target.path not in seen:
                waiting.append(target.path)
    pages = {f"/project/{path.relative_to(site / 'public')}" for path in (site / "public" / "docs").glob("*.html")}
    assert missing == []
    assert [address for address in seen if not address.startswith("/project/")] == []
    assert {unquote(page) for page in pages} - seen - {"/project/docs/index.html"} == set()
