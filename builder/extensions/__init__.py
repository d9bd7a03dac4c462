"""What the service offers beyond its specification: a folder and a line in ``NAMES`` for each extension.

An extension imports the service, never the other way, and no other extension. To remove one, delete its folder and its
line.
Its package may have ``EXTENSION``, the parts that it adds to a site, a module ``command`` with a command, and
``templates/``, which templates of the same names in those of a project replace.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    import click

    from builder.api.types import Asset, Dataset
    from builder.documents.document import Document
    from builder.documents.document_data import DocumentData
    from builder.documents.pages.page import Page, Values
    from builder.project.build_request import BuildRequest
    from builder.project.config import Config
    from builder.site.site import Site
    from builder.tabular.table import TableRows

NAMES = (
    "tables",
    "restcountries",
    "pages",
    "exports",
    "npm",
    "mcp",
    "verify",
)


class Extension(NamedTuple):
    """The parts that an extension adds. Each is optional.

    ``tables`` reads the tables of the folder ``data/``, given its dataset, or None where that is invalid; it raises
    ``InputError``. ``extend`` adds routes. ``assets`` makes files that hosts send as they are; ``documents`` and
    ``guides`` list what they are named after, the guides last in their section of the menu. ``shared`` are values that
    every template can use. ``menu`` are the pages that the navigation at the top names, ``named`` others to which
    guides link, ``pages`` all except those of the menu, and ``search`` further entries of the index of the
    search, by its lists. ``descriptions`` maps the folder of further routes to the address of their OpenAPI
    description.
    """

    tables: Callable[[Path, Dataset | None], tuple[TableRows, ...]] = lambda _data, _dataset: ()
    extend: Callable[[Site, BuildRequest], Site] = lambda site, _request: site
    assets: Callable[[Site], Iterable[Asset]] = lambda _site: ()
    shared: Callable[[DocumentData], Values] = lambda _data: {}
    documents: Callable[[DocumentData], Iterable[Document]] = lambda _data: ()
    guides: Callable[[], Iterable[Page]] = lambda: ()
    menu: Callable[[], Iterable[Page]] = lambda: ()
    named: Callable[[], Iterable[Page]] = lambda: ()
    pages: Callable[[DocumentData], Iterable[Page]] = lambda _data: ()
    search: Callable[[DocumentData], Mapping[str, Iterable[object]]] = lambda _data: {}
    descriptions: Callable[[Config], Mapping[str, str]] = lambda _config: {}


def extensions() -> tuple[Extension, ...]:
    """Load the extensions that add something to a site, in the order of ``NAMES``."""
    modules = [import_module(f"{__name__}.{name}") for name in NAMES]
    return tuple(module.EXTENSION for module in modules if hasattr(module, "EXTENSION"))


def commands() -> tuple[click.Command, ...]:
    """Load the commands of the extensions."""
    modules = [f"{__name__}.{name}.command" for name in NAMES]
    return tuple(import_module(module).COMMAND for module in modules if find_spec(module))
