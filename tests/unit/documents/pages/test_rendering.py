"""The HTML pages are valid, and have no inline code that a strict policy blocks."""

import re
from pathlib import Path

import pytest

from builder.documents.rendering import linked
from builder.inputs.errors import InputError
from tests.support.project import ROOT


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


def test_imports_of_scripts_are_in_the_same_folder_and_the_core_is_unchanged(site: Path) -> None:
    assets = site / "public/docs/assets"
    imported = {name for path in assets.glob("*.js") for name in re.findall(r"from '(.*)';", path.read_text("utf-8"))}
    assert "./fold.js" in imported
    assert [name for name in imported if not (assets / name).is_file()] == []
    assert (assets / "fold.js").read_bytes() == (ROOT / "edge/core/fold.js").read_bytes()


def test_linked_rejects_a_link_to_a_missing_page() -> None:
    assert linked("[a](page:errors#x)", "pages/a.md", lambda page: f"{page.name}.html") == "[a](errors.html#x)"
    with pytest.raises(InputError, match=r"pages/a\.md: page:nowhere: is no name of a page"):
        linked("[a](page:nowhere)", "pages/a.md", lambda page: page.name)
