"""The pages in both their forms, each written once."""

from builder.documents.html import make_html
from builder.documents.markdown import environment, write_pages
from builder.documents.site import Site
from builder.documents.texts import make_texts
from builder.values import Asset


def make(site: Site) -> tuple[Asset, ...]:
    """Make the documents of *site* as plain text and as HTML."""
    jinja = environment(site)
    written = write_pages(jinja)
    return (*make_texts(site, jinja, written), *make_html(site, jinja, written))
