"""The HTML pages are valid, and have no inline code that a strict policy blocks."""

import re
from pathlib import Path

import pytest

from builder.documents import DocumentData
from builder.documents.contents import page_named
from builder.documents.page import HOME
from builder.extensions.pages import list_pages
from builder.extensions.pages.html.rendering import html_document, html_of
from tests.support.own_documents import with_own
from tests.support.project import ROOT

_IMPORT = re.compile("from '(.*)';")


@pytest.fixture(scope="module")
def pages(site: Path) -> list[Path]:
    public = site / "public"
    return [public / "index.html", public / "docs.html", *sorted((public / "docs").glob("*.html"))]


def test_pages_have_no_inline_code_or_style(pages: list[Path]) -> None:
    for page in pages:
        text = page.read_text("utf-8")
        assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", text), page.name
        assert "<style" not in text, page.name
        assert "unsafe-" not in text, page.name


def test_pages_declare_a_policy_and_a_language(pages: list[Path]) -> None:
    for page in pages:
        text = page.read_text("utf-8")
        assert '<html lang="en">' in text, page.name
        assert page.name == "docs.html" or "default-src 'none'" in text, page.name


def test_policy_allows_flags_and_the_api_and_no_frame(data: DocumentData) -> None:
    config = data.site.config
    policy = dict(html_document(data.once(list_pages)[0], data).headers)["Content-Security-Policy"]
    assert f"img-src 'self' {config.cdn}/" in policy
    assert f"connect-src 'self' {config.base_url}/ {config.cdn}/" in policy
    assert "frame-ancestors 'none'" in policy


def test_imports_of_scripts_lead_to_files_and_the_core_is_unchanged(site: Path) -> None:
    docs = site / "public/docs"
    scripts = [*docs.rglob("*.js")]
    imported = {(path.parent / name).resolve() for path in scripts for name in _IMPORT.findall(path.read_text("utf-8"))}
    core = docs / "edge/core/fold.js"
    assert core.resolve() in imported
    assert [path for path in imported if not path.is_file()] == []
    assert core.read_bytes() == (ROOT / "edge/core/fold.js").read_bytes()


def test_links_to_guides_that_are_left_out_become_their_words(data: DocumentData, tmp_path: Path) -> None:
    own = with_own(data, tmp_path, {}, "quick-start", "data-sources", "stability")
    landing, *_ = list_pages(own)
    for page, words in ((landing, "<h2>Call it</h2>"), (page_named(own, HOME), "</a>Data under ODbL 1.0<a")):
        before, after = html_of(page, data), html_of(page, own)
        assert words not in before
        assert words in after
        assert not re.search(r'href="[^"]*(quick-start|data-sources|stability)\.html', after)
        assert "self-hosting.html" in after


def test_guide_names_its_source_where_the_project_has_it(data: DocumentData, tmp_path: Path) -> None:
    own = with_own(data, tmp_path, {"pages/offices.md": "# Offices", "templates/pages/costs.md": "# {{ page.title }}"})
    found = {name: html_of(page_named(own, name), own) for name in ("offices", "costs", "lists")}
    assert "/blob/main/pages/offices.md" in found["offices"]
    assert "/blob/main/templates/pages/costs.md" in found["costs"]
    assert "/blob/main/" not in found["lists"]
    checkout = with_own(data, ROOT)
    assert "/blob/main/templates/pages/lists.md" in html_of(page_named(checkout, "lists"), checkout)
    tables = "builder/extensions/tables/templates/pages/tables.md"
    assert f"/blob/main/{tables}" in html_of(page_named(checkout, "tables"), checkout)


def test_page_of_the_project_replaces_that_of_its_path_alone(data: DocumentData, tmp_path: Path) -> None:
    own = with_own(data, tmp_path, {"templates/html/landing.html": "mine {{ page.name }}"})
    landing, *_ = list_pages(own)
    assert html_of(landing, own) == "mine landing"
    assert html_of(page_named(own, "lists"), own) == html_of(page_named(data, "lists"), data)
