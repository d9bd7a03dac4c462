"""What a build publishes besides answer files: files with an address, the edge function, and files of hosts."""

from functools import partial
from typing import NamedTuple

from builder.annexes import annexes
from builder.build_request import BuildRequest
from builder.documents import Document, DocumentData, error_files, list_documents, make_meta
from builder.documents.service_answers import make_well_known
from builder.hosts import make_hosts
from builder.hosts.shared.deployment import Deployment, Hosted
from builder.images import make_images
from builder.images.overview import make_overview
from builder.javascript.core_calls import asker_in_memory
from builder.output_paths import FLAG_OVERVIEW, PUBLIC
from builder.site.manifest import for_function, list_files, make_edge, with_assets
from builder.site.site import Site
from builder.types import Asset, File


class Publication(NamedTuple):
    """The files of a site other than its answer files: assets, the edge function, error bodies, files of hosts."""

    assets: tuple[Asset, ...]
    edge: tuple[File, ...]
    errors: tuple[File, ...]
    hosts: tuple[Hosted, ...]

    @property
    def files(self) -> tuple[File, ...]:
        """Every file."""
        of_hosts = (file for host in self.hosts for file in host.files)
        of_assets = (asset.file for asset in self.assets)
        return (*self.edge, *self.errors, *of_assets, *of_hosts)

    def sizes(self, site: Site) -> dict[str, int]:
        """Return the size in bytes of each file below ``public/``, by path, answers included."""
        return {**site.sizes, **{file.path: file.size for file in self.files if file.path.startswith(PUBLIC)}}


def publish_whole(site: Site, request: BuildRequest) -> Publication:
    """Make images, documents, the edge function and the hosts' files. Raises ``InputError`` for an invalid image."""
    assets, documents = list_published(site, request)
    return publish(site, request, (*assets, *(document.asset() for document in documents)))


def publish(site: Site, request: BuildRequest, assets: tuple[Asset, ...]) -> Publication:
    """Make the edge function and the hosts' files of a site with *assets*, which may lack their bytes."""
    manifest = with_assets(site.manifest, for_function(assets))
    edge = make_edge(manifest, site.dataset, site.core)
    hosts = make_hosts(Deployment(site, manifest, assets, edge, request.edge))
    return Publication(assets=assets, edge=(*edge, list_files(assets)), errors=error_files(), hosts=hosts)


def list_published(site: Site, request: BuildRequest) -> tuple[tuple[Asset, ...], tuple[Document, ...]]:
    """Make the images and other files with an address, and list the documents, none of which is made yet.

    Raises ``InputError`` for an invalid image.
    """
    config, dataset = site.config, site.dataset
    tables = tuple(asset for annex in annexes() for asset in annex.assets(site))
    images = make_images(dataset, request.data / "flags", config.flags, request.cache)
    meta = make_meta(dataset, site.manifest["code"])
    # Documents show answers of the core.
    ask = asker_in_memory(site.core, with_assets(site.manifest, meta), dataset.records, meta)
    data = DocumentData(site, request, images, ask, tables)
    documents = [
        Document(f"/{FLAG_OVERVIEW}", "png", partial(make_overview, images, request.cache)),
        *list_documents(data),
        *(document for annex in annexes() for document in annex.documents(data)),
    ]
    return (*images, *meta, *tables, *make_well_known(config)), tuple(documents)
