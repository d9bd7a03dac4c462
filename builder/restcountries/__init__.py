"""The optional routes of restcountries v3.1, below ``/v3.1``: built and documented when the config enables them.

In the builder, only ``builder.build`` imports this package. The setting ``[compatibility]`` in ``builder/config.py``, a
refresh of ``data/compatibility/`` and the documents name these routes too.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from builder.config import Config
from builder.javascript.context import read_modules
from builder.javascript.manifest import Manifest
from builder.output_paths import public_path
from builder.restcountries.edge_modules import data_module, placed
from builder.restcountries.extra_fields import load_extras
from builder.restcountries.v3_description import describe
from builder.restcountries.v3_routes import CODES, ROOT, manifest_routes
from builder.types import Ask, Asset, Dataset, File


class ExtendedCore(NamedTuple):
    """A core that also answers ``/v3.1``: its modules by file name, and the manifest with those routes too.

    ``query`` names the query parameters of ``/v3.1`` that no route of ``/v1`` has.
    """

    core: dict[str, str]
    manifest: Manifest
    query: tuple[str, ...]


def extend(
    core: Mapping[str, str], manifest: Manifest, dataset: Dataset, config: Config, *, edge: Path, data: Path
) -> ExtendedCore:
    """Add the ``/v3.1`` routes to *core* and *manifest*; *edge* and *data* are the project's folders of these names.

    Raises ``InputError`` with every invalid value in ``data/compatibility/``.
    """
    extras = load_extras(data, dataset)
    modules = placed(read_modules(edge / "restcountries"))
    generated = data_module(config.compatibility.restcountries, extras, modules)
    routes = [*manifest["routes"], *manifest_routes()]
    return ExtendedCore({**core, **modules, **generated}, {**manifest, "routes": routes}, (CODES,))


def make_v3_documents(ask: Ask, config: Config, revision: str) -> tuple[Asset, ...]:
    """Make the OpenAPI description of ``/v3.1`` and, in lenient mode, the file of all records.

    *ask* calls the extended core, so that the file has the same bytes as the core's answer.
    """
    description = Asset(f"{ROOT}/openapi.json", _file("openapi.json", describe(ask, config, revision)), "json")
    if config.compatibility.restcountries == "strict":
        return (description,)
    every = ask(f"{ROOT}/all").body.encode()
    return description, Asset(f"{ROOT}/all.json", _file("all.json", every), "json")


def _file(name: str, body: bytes) -> File:
    return File.of(public_path(f"{ROOT.removeprefix('/')}/{name}"), body)
