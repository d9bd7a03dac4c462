"""Makes the sitemap for search engines (protocol of sitemaps.org)."""

from markupsafe import escape

from builder.documents.document_data import DocumentData
from builder.documents.pages.page_list import list_pages


def sitemap(data: DocumentData) -> bytes:
    """List the URL of every page."""
    config = data.site.config
    urls = [
        f"{config.files}{page.at}" if page.at else f"{config.docs}/{page.address.removeprefix('./')}"
        for page in list_pages(data)
    ]
    locations = "".join(f"<url><loc>{escape(url)}</loc></url>\n" for url in urls)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{locations}</urlset>\n'
    ).encode()
