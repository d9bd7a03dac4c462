"""Makes every page as plain text and as HTML, from Markdown that is rendered once."""

from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.downloads.all_records import make_downloads
from builder.stages.documents.downloads.calendars import make_calendars
from builder.stages.documents.downloads.changes import make_feed
from builder.stages.documents.downloads.columns import COLUMNS
from builder.stages.documents.pages.html_pages import make_html
from builder.stages.documents.pages.markdown_pages import jinja_environment, write_pages
from builder.stages.documents.pages.text_pages import make_texts
from builder.types import Asset


def make(site: DocumentData) -> tuple[Asset, ...]:
    """Make the documents of *site* as plain text and as HTML."""
    jinja = jinja_environment(site)
    downloads = make_downloads(site)
    jinja.globals |= {"downloads": downloads, "columns": COLUMNS}
    written = write_pages(jinja)
    return (
        *(download.asset for download in downloads),
        *make_calendars(site.dataset),
        *make_feed(site.changes, site.dataset, site.config),
        *make_texts(site, jinja, written),
        *make_html(site, jinja, written),
    )
