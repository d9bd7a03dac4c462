"""Stage 5: makes the documents from the declared routes, the record model and real answers."""

from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.downloads.all_records import make_downloads
from builder.stages.documents.downloads.calendars import make_calendars
from builder.stages.documents.downloads.changes import make_feed
from builder.stages.documents.downloads.columns import COLUMNS
from builder.stages.documents.favicon import make_icons
from builder.stages.documents.notice_health_errors import error_files, make_meta
from builder.stages.documents.openapi.description import make_description
from builder.stages.documents.pages.html_pages import make_html
from builder.stages.documents.pages.markdown_pages import jinja_environment, write_pages
from builder.stages.documents.pages.text_pages import make_texts
from builder.stages.documents.static_index import make_static_index
from builder.templating import template_problems
from builder.types import Asset

__all__ = ["DocumentData", "error_files", "make_documents", "make_meta"]


@template_problems()
def make_documents(site: DocumentData) -> tuple[Asset, ...]:
    """Make every document of *site*: JSON, text, HTML, and the files that pages load."""
    description = make_description(site)
    jinja = jinja_environment(site)
    downloads = make_downloads(site)
    jinja.globals |= {"downloads": downloads, "columns": COLUMNS}
    # Rendered once, for text and HTML.
    written = write_pages(jinja)
    return (
        description,
        *(download.asset for download in downloads),
        *make_calendars(site.dataset),
        *make_feed(site.changes, site.dataset, site.config),
        *make_texts(site, jinja, written),
        *make_html(site, jinja, written),
        *make_icons(site.templates),
        make_static_index(site),
    )
