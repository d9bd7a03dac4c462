"""The HTML pages as a whole: every page has its metadata, and every link has a target."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from builder.documents import DocumentData
from builder.documents.contents import list_guides
from builder.extensions.pages import list_pages
from builder.project.build_request import BuildRequest
from tests.support import sites
from tests.support.html_links import read_links
from tests.support.serving import Service

BASE = "http://127.0.0.1:8000"


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
        assert f"<title>{title} · Country Reference</title>" in text
        assert f'<meta name="description" content="{summary}">' in text
        assert text.partition("</nav>")[0].count("aria-current") < 2, f"{path.name} is several pages of the menu"
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


def test_every_page_exists_as_html_and_as_text(service: Service, data: DocumentData) -> None:
    assert service.get("/sitemap.xml").header("Content-Type") == "application/xml; charset=utf-8"
    for page in list_guides(data):
        text = service.get(f"/docs/{page.name}.txt")
        assert text.body.decode().startswith(f"# {page.title}\n")
        assert dict(text.headers)["Content-Type"] == "text/plain; charset=utf-8"
        html = service.get("/docs/" if page.name == "introduction" else f"/docs/{page.name}.html")
        assert f"<h1>{page.title}</h1>" in html.body.decode()
        assert dict(html.headers)["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.slow
def test_pages_use_only_the_three_configured_urls(on_three_hosts: Path) -> None:
    public = on_three_hosts
    for path in (*public.glob("*.html"), *(public / "docs").glob("*.html")):
        assert "127.0.0.1:8000" not in path.read_text("utf-8"), path.name
    policy = "img-src 'self' https://cdn.example.org/ blob:; connect-src 'self' https://base.example.org/ https://cdn.example.org/"
    assert policy in (public / "docs/console.html").read_text("utf-8")
    # Pages link to each other relatively and to nothing outside their folder, which is the root of a separate host.
    for path in {*(public / "docs").glob("*.html")} - {public / "docs/404.html"}:
        for target in read_links(path.read_text("utf-8")).targets:
            outside = ("/", "../", f"{sites.ORIGINS['docs_url']}/")
            assert not target.startswith(outside), f"{path.name} links to {target}"


def test_every_page_links_to_the_licences(site: Path) -> None:
    address = "http://127.0.0.1:8000/licences.txt"
    pages = sorted((site / "public").rglob("*.html"))
    for page in pages:
        text = page.read_text("utf-8")
        if page.name == "404.html":
            # It is served at any address, so its links are absolute.
            assert f'<a href="{address}">Licences</a>' in text
            continue
        up = "../" * (len(page.relative_to(site / "public").parts) - 1)
        assert f'<link rel="license" href="{up}licences.txt">' in text, page.name
        assert f'<a href="{up}licences.txt">Licences</a>' in text, page.name
