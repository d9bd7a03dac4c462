"""The documents as a whole: every entry of the tables has a description, and every link has a target."""

import json
import re
from functools import cache
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from builder.api.headers import HEADERS
from builder.api.json_schemas import schemas
from builder.api.parameters import PARAMETERS
from builder.api.routes import ROUTES
from builder.build import build
from builder.documents import DocumentData, list_documents
from builder.documents.pages.page_list import guides, list_pages
from builder.output.tree import Tree
from builder.project.build_request import BuildRequest
from builder.project.config import load_config
from tests.support import sites
from tests.support.few_countries import few_project
from tests.support.html_links import read_links
from tests.support.project import WORLD
from tests.support.serving import Service

BASE = load_config(WORLD.parent / "site_config.toml").base_url


def test_every_route_has_a_line_on_a_page(prose: str, site: Path) -> None:
    listed = (site / "public/llms.txt").read_text("utf-8")
    for route in ROUTES:
        line = rf"^\| `GET {re.escape(route.path)}`.*{re.escape(route.summary)}"
        assert route.family == "documents" or re.search(line, prose, re.M), route.path
        assert f"- `GET {route.path}`" in listed


def test_every_field_has_a_line_on_a_page(prose: str) -> None:
    parts: dict[str, str] = {}
    for part in prose.split("\n#"):
        heading = part.split("\n", 1)[0].lstrip("# ").replace("Errors", "Error")
        parts[heading] = parts.get(heading, "") + part
    for model, field in ((name, field) for name, schema in schemas().items() for field in schema["properties"]):
        line = rf"\n\| `{field}` \|[^|]+\|[^|]+\| [^|]*\w[^|]* \|"
        assert re.search(line, parts.get(model, "")), f"no page has a line for {model}.{field}"


def test_every_header_has_a_line_on_a_page(texts: dict[str, str]) -> None:
    assert [header.name for header in HEADERS if f"\n| `{header.name}` |" not in texts["headers"]] == []


def test_every_parameter_has_a_line_on_a_page(prose: str) -> None:
    for one in PARAMETERS.values():
        assert re.search(rf"^\| `{one.name}` \|.*{re.escape(one.description)}", prose, re.M), one.name


@pytest.mark.slow
def test_links_of_every_page_are_valid(small: BuildRequest) -> None:
    public, service = small.output / "public", sites.opened(small.output)
    links = cache(read_links)
    pages = [public / "index.html", *sorted((public / "docs").glob("*.html"))]

    @cache
    def answer(address: str) -> tuple[int, str, frozenset[str]]:
        reply = service.get(address)
        content_type = dict(reply.headers).get("Content-Type", "")
        anchors = links(reply.body.decode()).anchors if "text/html" in content_type else ()
        return reply.status, content_type, frozenset(anchors)

    for path in pages:
        here = f"{BASE}/{path.relative_to(public).as_posix().replace('index.html', '').replace('404.html', '')}"
        for target in links(path.read_text("utf-8")).targets:
            link = urlsplit(urljoin(here, target))
            if f"{link.scheme}://{link.netloc}" != BASE:
                assert link.scheme == "https", f"{path.name} links to {target}"
                continue
            status, content_type, anchors = answer(link.path + (f"?{link.query}" if link.query else ""))
            assert status in (200, 301), f"{path.name} links to {target}, which answers {status}"
            if (
                link.fragment
                and "text/html" in content_type
                and not link.fragment.startswith("/")
                # Its fragment names the countries to compare.
                and not link.path.endswith("/compare.html")
            ):
                assert link.fragment in anchors, f"{path.name} links to {target}"


def test_every_page_has_a_title_description_and_canonical_url(site: Path) -> None:
    public = site / "public"
    titles = set()
    pages = {public / "index.html", *(public / "docs").glob("*.html")} - {public / "docs/404.html"}
    for path in sorted(pages):
        text = path.read_text("utf-8")
        address = f"{BASE}/{path.relative_to(public).as_posix().removesuffix('index.html')}"
        assert read_links(text).canonical == address
        title, summary = (
            re.findall(f'<meta property="og:{name}" content="([^"]+)">', text)[0] for name in ("title", "description")
        )
        assert f"<title>{title} · Country Reference API</title>" in text
        assert f'<meta name="description" content="{summary}">' in text
        titles.add(title)
    assert len(titles) == len(pages)


def test_page_for_missing_addresses_has_absolute_links_and_is_not_indexed(site: Path) -> None:
    text = (site / "public/docs/404.html").read_text("utf-8")
    targets = read_links(text).targets
    assert [target for target in targets if not target.startswith(("https://", f"{BASE}/", "#"))] == []
    assert '<meta name="robots" content="noindex">' in text
    assert "404.html" not in (site / "public/sitemap.xml").read_text("utf-8")


def test_sitemap_lists_every_page_and_robots_txt_names_the_sitemap(small: BuildRequest, data: DocumentData) -> None:
    public = small.output / "public"
    assert f"Sitemap: {BASE}/sitemap.xml\n" in (public / "robots.txt").read_text("utf-8")
    addresses = re.findall("<loc>(.+?)</loc>", (public / "sitemap.xml").read_text("utf-8"))
    assert addresses == [f"{BASE}{page.path}" for page in list_pages(data)]
    assert len(addresses) == len(set(addresses)) > len(data.site.dataset.records)
    for address in addresses:
        path = address.removeprefix(f"{BASE}/")
        assert (public / (path + "index.html" if path.endswith("/") or not path else path)).is_file(), address


def test_every_page_exists_as_html_and_as_text(service: Service) -> None:
    assert service.get("/sitemap.xml").header("Content-Type") == "application/xml; charset=utf-8"
    for page in guides():
        text = service.get(f"/docs/{page.name}.txt")
        assert text.body.decode().startswith(f"# {page.title}\n")
        assert dict(text.headers)["Content-Type"] == "text/plain; charset=utf-8"
        html = service.get("/docs/" if page.name == "introduction" else f"/docs/{page.name}.html")
        assert f"<h1>{page.title}</h1>" in html.body.decode()
        assert dict(html.headers)["Content-Type"] == "text/html; charset=utf-8"


ORIGINS = {name: f"https://{name.removesuffix('_url')}.example.org" for name in ("base_url", "cdn_url", "docs_url")}


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a small site for three hosts, with pages of another size; return its public files."""
    request = few_project(tmp_path_factory.mktemp("elsewhere"))._replace(overrides=ORIGINS)
    request.config.write_text(request.config.read_text("utf-8").replace("limits = [5]", "limits = [25]"), "utf-8")
    build(request, Tree(request.output))
    return request.output / "public"


@pytest.mark.slow
def test_documents_use_only_the_three_configured_urls(elsewhere: Path) -> None:
    public = elsewhere
    for path in (public / "llms.txt", public / "openapi.json", *public.glob("*.html"), *(public / "docs").glob("*.*")):
        assert "127.0.0.1:8000" not in path.read_text("utf-8"), path.name
    policy = "img-src 'self' https://cdn.example.org/ blob:; connect-src 'self' https://base.example.org/ https://cdn.example.org/"
    assert policy in (public / "docs/console.html").read_text("utf-8")
    assert "https://docs.example.org/errors.txt" in (public / "llms.txt").read_text("utf-8")
    described = json.loads((public / "openapi.json").read_text("utf-8"))
    assert described["servers"][0]["url"] == ORIGINS["base_url"]
    assert described["paths"]["/get/{code}"]["servers"][0]["url"] == ORIGINS["cdn_url"]
    # Pages link to each other relatively and to nothing outside their folder, which is the root of a separate host.
    for path in {*(public / "docs").glob("*.html")} - {public / "docs/404.html"}:
        for target in read_links(path.read_text("utf-8")).targets:
            outside = ("/", "../", f"{ORIGINS['docs_url']}/")
            assert not target.startswith(outside), f"{path.name} links to {target}"


def test_one_page_is_made_without_the_others(data: DocumentData, small: BuildRequest) -> None:
    documents = {document.address: document for document in list_documents(data)}
    assert data.guides == {}
    body = documents["/docs/errors.html"].asset().file.body
    assert body == (small.output / "public/docs/errors.html").read_bytes()
    assert list(data.guides) == ["errors"]
