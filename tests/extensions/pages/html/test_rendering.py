"""The HTML pages are valid, and have no inline code that a strict policy blocks."""

import re
from pathlib import Path

import pytest

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


def test_imports_of_scripts_lead_to_files_and_the_core_is_unchanged(site: Path) -> None:
    docs = site / "public/docs"
    scripts = [*docs.rglob("*.js")]
    imported = {(path.parent / name).resolve() for path in scripts for name in _IMPORT.findall(path.read_text("utf-8"))}
    core = docs / "edge/core/fold.js"
    assert core.resolve() in imported
    assert [path for path in imported if not path.is_file()] == []
    assert core.read_bytes() == (ROOT / "edge/core/fold.js").read_bytes()
