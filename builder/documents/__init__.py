"""Makes the documents of the service from declared routes, the record model and real answers."""

from collections.abc import Iterator
from functools import partial

from builder.api.types import Entry
from builder.documents.document_data import DocumentData
from builder.documents.openapi.description import make_description
from builder.documents.rendering import document
from builder.documents.service_files import service_files
from builder.documents.text_documents import text_documents

__all__ = ["DocumentData", "list_documents"]


def list_documents(data: DocumentData) -> Iterator[Entry]:
    """Yield the entry of every document of the service. The bytes of a document depend on no other document."""
    yield document("/openapi.json", "json", partial(make_description, data))
    yield from text_documents(data)
    yield from service_files(data)
