"""The extension with the routes of restcountries v3.1 below ``/v3.1``, which the config can enable."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal, cast

from pydantic import BaseModel, ConfigDict, Field

from builder.api.extension import Extension
from builder.api.types import Entry
from builder.documents.document_data import DocumentData
from builder.documents.front_matter import read_guides
from builder.documents.page import Page
from builder.documents.rendering import document
from builder.extensions.restcountries.extra_fields import data_module, load_extras
from builder.extensions.restcountries.v3_description import describe
from builder.extensions.restcountries.v3_files import list_files
from builder.extensions.restcountries.v3_routes import CODES, EDGE, ROOT, manifest_routes
from builder.extensions.tables.loading import tables_of
from builder.javascript.context import read_modules
from builder.javascript.manifest import kinds_module
from builder.project.build_request import BuildRequest
from builder.project.config import Config
from builder.site.site import Site

_DESCRIPTION = f"{ROOT}/openapi.json"
_FOLDER = Path(__file__).parent
_SECTION = "compatibility"

Mode = Literal["off", "lenient", "strict"]


class Compatibility(BaseModel):
    """Whether the site also answers the routes of restcountries v3.1, and in which mode."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    restcountries: Mode = Field(default="off", description='must be "off", "lenient" or "strict"')


def mode_of(config: Config) -> Mode:
    """Return the mode that the config sets."""
    return cast("Compatibility", getattr(config, _SECTION)).restcountries


def extend(site: Site, request: BuildRequest) -> Site:
    """Add the ``/v3.1`` routes and their files to *site*."""
    mode = mode_of(site.config)
    if mode == "off":
        return site
    modules = {f"{EDGE}/{name}": text for name, text in read_modules(_FOLDER / "edge").items()}
    generated = data_module(
        mode, load_extras(tables_of(site).rows, site.dataset, tables_of(site).provenance, request.data), modules
    )
    core = {**site.core, **modules, **generated, **kinds_module(restcountries=f"{EDGE}/answer.js")}
    manifest = {**site.manifest, "routes": [*site.manifest["routes"], *manifest_routes(mode)]}
    files = list_files(core, manifest, site.dataset, mode)
    return replace(
        site,
        core=core,
        manifest=manifest,
        further_query=(CODES,),
        further_answers=files.rows,
        further_files=files.entries,
    )


def entries(data: DocumentData) -> Iterator[Entry]:
    """Yield the OpenAPI description, whose examples are answers of the core."""
    config, revision = data.site.config, data.site.dataset.revision
    if mode_of(config) != "off":
        yield document(_DESCRIPTION, "json", lambda: describe(data.ask, mode_of(config), config, revision))


def descriptions(config: Config) -> Mapping[str, str]:
    """Return the address of the OpenAPI description by the folder of the routes."""
    return {} if mode_of(config) == "off" else {ROOT[1:]: _DESCRIPTION}


def guides() -> Iterator[Page]:
    """Yield the guide for programs that use restcountries."""
    for page in read_guides(_FOLDER / "templates/pages").values():
        yield page._replace(values=lambda data: {"mode": mode_of(data.site.config)})


EXTENSION = Extension(
    name="restcountries",
    folder=_FOLDER,
    needs=("tables",),
    section=_SECTION,
    settings=Compatibility,
    extend=extend,
    entries=entries,
    guides=guides,
    descriptions=descriptions,
)
