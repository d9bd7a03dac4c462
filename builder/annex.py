"""What an annex can add to the service. ``builder/annexes/`` lists the annexes."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from builder.build_request import BuildRequest
from builder.config import Config
from builder.documents.document import Document
from builder.documents.document_data import DocumentData
from builder.documents.pages.page import Page, Values
from builder.site.site import Site
from builder.tabular.table import TableRows
from builder.types import Asset, Dataset


class Annex(NamedTuple):
    """The parts that an annex adds. Each is optional.

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
