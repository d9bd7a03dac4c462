"""The pages outside the menu: the page for missing addresses, and redirects to pages."""

from functools import partial

from builder.documents.document_data import DocumentData
from builder.documents.pages.page import HOME, Page, Values

MISSING = Page("404", "Page not found", "There is no page at this URL.", template="html/missing.html", is_anywhere=True)


def moved_page(at: str, title: str, page: Page) -> Page:
    """Describe a page at the address *at* that leads to *page*: what people type who know the name of a page."""
    return Page(page.name, title, page.summary, values=partial(_target, page), template="html/moved.html", at=at)


def _target(page: Page, _data: DocumentData) -> Values:
    return {"target": "" if page.name == HOME else page.address}
