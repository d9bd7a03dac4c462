"""The pages in both their forms, each written once."""

from builder.stages.documents.context import Site
from builder.stages.documents.pages.html_pages import make_html
from builder.stages.documents.pages.markdown_pages import environment, write_pages
from builder.stages.documents.pages.text_pages import make_texts
from builder.types import Asset


def make(site: Site) -> tuple[Asset, ...]:
    """Make the documents of *site* as plain text and as HTML."""
    jinja = environment(site)
    written = write_pages(jinja)
    return (*make_texts(site, jinja, written), *make_html(site, jinja, written))
