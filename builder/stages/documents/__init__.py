"""Stage 5: makes the documents from the declared routes, the record model and real answers.

Each module makes some of them. To add a document, add a module and name it in ``MAKERS``.
"""

from collections.abc import Callable

from builder.stages.documents import favicon, static_index
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.notice_health_errors import error_files, make_meta
from builder.stages.documents.openapi import description as openapi
from builder.stages.documents.pages import render_pages
from builder.templating import template_problems
from builder.types import Asset

MAKERS: tuple[Callable[[DocumentData], tuple[Asset, ...]], ...] = (
    openapi.make,
    render_pages.make,
    favicon.make,
    static_index.make,
)

__all__ = ["DocumentData", "error_files", "make_documents", "make_meta"]


@template_problems()
def make_documents(site: DocumentData) -> tuple[Asset, ...]:
    """Make every document of *site*: JSON, text, HTML, and the files that pages load."""
    return tuple(asset for make in MAKERS for asset in make(site))
