"""The optional routes of restcountries v3.1, below ``/v3.1``: built and documented when the config enables them.

The setting is ``[compatibility]`` in ``builder/project/config.py``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from builder.documents.document import Document
from builder.documents.document_data import DocumentData
from builder.extensions import Extension
from builder.extensions.restcountries.extra_fields import data_module, load_extras
from builder.extensions.restcountries.v3_description import describe
from builder.extensions.restcountries.v3_files import list_files
from builder.extensions.restcountries.v3_routes import CODES, ROOT, manifest_routes
from builder.javascript.context import read_modules
from builder.javascript.manifest import kinds_module
from builder.project.build_request import BuildRequest
from builder.project.config import Config
from builder.site.site import Site

_DESCRIPTION = f"{ROOT}/openapi.json"


def extend(site: Site, request: BuildRequest) -> Site:
    """Add the ``/v3.1`` routes and their files to *site*.

    Raises ``InputError`` with every missing table that records of ``/v3.1`` have fields of.
    """
    mode = site.config.compatibility.restcountries
    if mode == "off":
        return site
    modules = read_modules(request.edge, "restcountries")
    generated = data_module(mode, load_extras(site.tables, site.dataset, request.data), modules)
    core = {**site.core, **modules, **generated, **kinds_module(restcountries="restcountries/answer.js")}
    manifest = site.manifest.copy()
    manifest["routes"] = [*manifest["routes"], *manifest_routes(mode)]
    files = list_files(core, manifest, site.dataset, mode)
    return replace(
        site,
        core=core,
        manifest=manifest,
        jobs=(*site.jobs, files.job),
        further_query=(CODES,),
        further_answers=files.rows,
    )


def documents(data: DocumentData) -> Iterator[Document]:
    """List the OpenAPI description, whose examples are answers of the core with these routes."""
    config, revision = data.site.config, data.site.dataset.revision
    if config.compatibility.restcountries != "off":
        yield Document(_DESCRIPTION, "json", lambda: describe(data.ask, config, revision))


def descriptions(config: Config) -> Mapping[str, str]:
    """Return the address of the OpenAPI description by the folder of the routes."""
    return {} if config.compatibility.restcountries == "off" else {ROOT[1:]: _DESCRIPTION}


EXTENSION = Extension(extend=extend, documents=documents, descriptions=descriptions)
