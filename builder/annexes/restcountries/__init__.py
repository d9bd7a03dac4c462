"""The optional routes of restcountries v3.1, below ``/v3.1``: built and documented when the config enables them.

In the builder, only ``builder.build`` imports this package. The documents and the setting ``[compatibility]`` in
``builder/config.py`` name these routes too.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from builder.annexes.restcountries.edge_modules import data_module, placed
from builder.annexes.restcountries.extra_fields import load_extras
from builder.annexes.restcountries.v3_description import describe
from builder.annexes.restcountries.v3_files import V3Files, list_files
from builder.annexes.restcountries.v3_routes import CODES, ROOT, manifest_routes
from builder.config import Config
from builder.documents.document import Document
from builder.forms.table import TableRows
from builder.javascript.context import read_modules
from builder.javascript.manifest import Manifest
from builder.types import Ask, Dataset


class ExtendedCore(NamedTuple):
    """A core that also answers ``/v3.1``: its modules by file name, and the manifest with those routes too.

    ``query`` names the query parameters of ``/v3.1`` that no route of ``/v1`` has, and ``files`` are its files.
    """

    core: dict[str, str]
    manifest: Manifest
    query: tuple[str, ...]
    files: V3Files


def extend(
    core: Mapping[str, str],
    manifest: Manifest,
    dataset: Dataset,
    config: Config,
    *,
    edge: Path,
    tables: Iterable[TableRows],
) -> ExtendedCore:
    """Add the ``/v3.1`` routes to *core* and *manifest*, with the project's folder *edge*.

    Raises ``InputError`` with every missing table that records of ``/v3.1`` have fields of.
    """
    mode = config.compatibility.restcountries
    extras = load_extras(tables, dataset)
    modules = placed(read_modules(edge / "restcountries"))
    generated = data_module(mode, extras, modules)
    extended = {**core, **modules, **generated}
    with_routes: Manifest = {**manifest, "routes": [*manifest["routes"], *manifest_routes(mode)]}
    return ExtendedCore(extended, with_routes, (CODES,), list_files(extended, with_routes, dataset, mode))


def list_v3_documents(ask: Ask, config: Config, revision: str) -> Iterator[Document]:
    """List the OpenAPI description of ``/v3.1``, whose examples are answers of *ask*, that of the extended core."""
    yield Document(f"{ROOT}/openapi.json", "json", lambda: describe(ask, config, revision))
