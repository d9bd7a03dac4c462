"""Makes the list of countries that scripts read, and the sitemap (sitemaps.org)."""

from collections.abc import Iterable

import orjson
from markupsafe import escape

from builder.documents.document_data import DocumentData
from builder.documents.page import Page
from builder.project.config import Config


def make_names(data: DocumentData) -> bytes:
    """List countries as [name, cca2], in the order of the dataset."""
    records = data.site.dataset.records
    return orjson.dumps({"countries": [[record.value["name"]["common"], record.cca2] for record in records]})


def sitemap(pages: Iterable[Page], config: Config) -> bytes:
    """List the URLs of *pages*."""
    urls = [
        f"{config.files}{page.at}" if page.at else f"{config.docs}/{page.address.removeprefix('./')}" for page in pages
    ]
    locations = "".join(f"<url><loc>{escape(url)}</loc></url>\n" for url in urls)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{locations}</urlset>\n'
    ).encode()
