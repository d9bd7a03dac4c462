"""The page of downloads in the documents."""

from collections.abc import Iterator

from builder.annexes.exports.downloads import Download, downloads_of
from builder.annexes.exports.linked_data import dataset_data
from builder.api.shown_fields import COLUMNS
from builder.documents.document import Document
from builder.documents.document_data import DocumentData
from builder.documents.pages.guide_values import holiday_years
from builder.documents.pages.page import Page, Values
from builder.documents.pages.page_list import START, moved_page
from builder.documents.pages.rendering import html_document
from builder.types import JsonObject


def _values(data: DocumentData) -> Values:
    return {"columns": COLUMNS, "holiday_years": holiday_years(data.site.dataset)}


def _linked_data(data: DocumentData) -> JsonObject:
    return dataset_data(data.kept(downloads_of), data.site)


_PAGE = Page(
    "downloads",
    "Downloads",
    "All records as JSON, CSV and SQLite; calendars; changes.",
    START,
    _values,
    words="bulk dump export all countries records file csv excel spreadsheet sqlite database ndjson jsonl offline",
    linked_data=_linked_data,
)


def download_guides() -> Iterator[Page]:
    """Yield the page of downloads."""
    yield _PAGE


def shared_values(data: DocumentData) -> Values:
    """Return the downloads, which the landing page and the index for language models name."""
    return {"downloads": data.kept(downloads_of)}


def download_documents(data: DocumentData) -> Iterator[Document]:
    """Yield the downloads, and the redirects from what people type who look for them."""
    downloads: tuple[Download, ...] = data.kept(downloads_of)
    yield from (download.document for download in downloads)
    for address in ("/downloads", "/docs/downloads/"):
        yield html_document(moved_page(address, _PAGE.title, _PAGE), data)
