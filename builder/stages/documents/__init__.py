"""Stage 5: the route table, the model and real answers become documents.

Each module makes some of them; to add a document, add a module and name it in ``MAKERS``.
"""

from collections.abc import Callable

from builder.stages.documents import favicon
from builder.stages.documents.context import Site
from builder.stages.documents.openapi import description as openapi
from builder.stages.documents.pages import guides
from builder.stages.documents.service_answers import error_files, make_meta
from builder.types import Asset

MAKERS: tuple[Callable[[Site], tuple[Asset, ...]], ...] = (openapi.make, guides.make, favicon.make)

__all__ = ["Site", "error_files", "make_documents", "make_meta"]


def make_documents(site: Site) -> tuple[Asset, ...]:
    """Make every document of *site*: JSON, text, HTML and what a page needs."""
    return tuple(asset for make in MAKERS for asset in make(site))
