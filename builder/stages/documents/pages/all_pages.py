"""Makes every page as plain text and as HTML, from Markdown that is rendered once."""

from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.pages.html_pages import make_html
from builder.stages.documents.pages.markdown_pages import jinja_environment, write_pages
from builder.stages.documents.pages.text_pages import make_texts
from builder.types import Asset


def make(site: DocumentData) -> tuple[Asset, ...]:
    """Make the documents of *site* as plain text and as HTML."""
    jinja = jinja_environment(site)
    written = write_pages(jinja)
    return (*make_texts(site, jinja, written), *make_html(site, jinja, written))
