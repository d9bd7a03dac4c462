"""The list of pages has the same pages as the templates."""

from builder.documents import DocumentData
from builder.documents.page import Page
from builder.extensions.pages import list_pages, unlisted_pages
from tests.support.project import ROOT

ROOTS = (ROOT / "templates", *ROOT.glob("builder/extensions/*/templates"))


def every_page(data: DocumentData) -> tuple[Page, ...]:
    return (*list_pages(data), *unlisted_pages(data, list_pages(data)))


def test_pages_use_every_template_and_no_other(data: DocumentData) -> None:
    sources = {page.source for page in every_page(data)}
    frames = {f"html/{name}.html" for name in ("layout", "page", "interactive", "side", "tiles", "chart")}
    folders = [root / name for root in ROOTS for name in ("pages", "html")]
    files = {f"{folder.name}/{path.name}" for folder in folders for path in folder.glob("*.*")}
    assert {source for source in sources if source.startswith(("pages/", "html/"))} == files - frames


def test_every_page_has_an_address_of_its_own(data: DocumentData) -> None:
    paths = [page.path for page in every_page(data)]
    assert len(set(paths)) == len(paths)
