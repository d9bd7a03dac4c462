"""Makes the documents from the declared routes, the record model and real answers.

Each part imports only those before it: ``values``, ``document_data``, ``openapi``, ``pages``.
"""

from collections.abc import Iterator
from functools import partial

from builder.api.output_paths import INDEX
from builder.documents.document import Document, placeholder_assets
from builder.documents.document_data import DocumentData
from builder.documents.openapi.description import make_description
from builder.documents.pages.page_assets import flag_places, icon_documents, script_documents
from builder.documents.pages.page_index import make_index, make_name_index, make_names, sitemap
from builder.documents.pages.page_list import list_pages, unlisted_pages
from builder.documents.pages.rendering import html_document
from builder.documents.pages.text_documents import text_documents
from builder.documents.service_answers import error_files, make_meta, static_index

__all__ = ["Document", "DocumentData", "error_files", "list_documents", "make_meta", "placeholder_assets"]


def list_documents(data: DocumentData) -> Iterator[Document]:
    """Yield every document with its address. To make one does not make the others."""
    site = data.site
    yield Document("/openapi.json", "json", partial(make_description, data))
    yield from text_documents(data)
    pages = list_pages(data)
    unlisted = unlisted_pages(pages)
    yield from (html_document(page, data) for page in (*pages, *unlisted))
    yield Document("/docs/assets/search.json", "json", lambda: make_index(data, pages))
    yield Document("/docs/assets/names.json", "json", lambda: make_names(data))
    yield Document("/docs/assets/name-index.json", "json", lambda: make_name_index(data))
    yield Document("/sitemap.xml", "xml", lambda: sitemap(pages, site.config))
    yield Document("/docs/assets/flags.css", "css", lambda: flag_places(len(site.dataset.records)))
    yield from script_documents(data)
    yield from icon_documents(data.request.templates)
    yield Document(f"/{INDEX}", "json", lambda: static_index(site))
