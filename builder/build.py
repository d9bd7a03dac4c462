"""Builds a site: reads the project, publishes it, and writes the tree. No other module knows this order."""

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from builder.api.output_paths import FLAG_OVERVIEW, PUBLIC
from builder.api.types import Asset, File
from builder.documents import Document, DocumentData, error_files, list_documents, make_meta, placeholder_assets
from builder.documents.service_answers import make_well_known
from builder.extensions import extensions
from builder.hosts import limit_use_of_site, make_hosts
from builder.hosts.shared.deployment import Deployment, Hosted
from builder.hosts.shared.limits import refuse_over_limits
from builder.images import at_flag_host, make_images
from builder.images.overview import make_overview
from builder.javascript.core_calls import asker_in_memory
from builder.output.atomic_replacement import replace_tree
from builder.output.tree import (
    Report,
    Tree,
    Written,
    locked,
    read_state,
    refuse_foreign,
    refuse_immovable,
    up_to_date,
)
from builder.output.writer import Content
from builder.project.build_request import BuildRequest, refuse_overlap
from builder.project.config import load_config
from builder.site.manifest import for_function, list_files, make_edge, with_assets
from builder.site.reading import read_site
from builder.site.site import Site


def build_site(
    request: BuildRequest,
    say: Callable[[str], object],
    *,
    force: bool = False,
    replace_foreign: bool = False,
) -> Report:
    """Build the site of *request* if an input has changed since the last build, or if *force* is set.

    *say* gets a sentence when another build holds the lock, and of the files of a killed build that were removed. With
    *force*, every file is written anew; with *replace_foreign*, files of others in the output are lost. Raises
    ``InputError`` as ``build`` does, and when the output overlaps an input.
    """
    refuse_overlap(request)
    tree = Tree(request.output)
    with locked(tree, partial(say, "Waiting for another build of the same output to end.")) as leftovers:
        if leftovers:
            say(f"Removed files of an interrupted build: {', '.join(map(str, leftovers))}.")
        # A build leaves hardly any garbage in circles; the search for it would take a tenth of the time.
        gc.disable()
        try:
            report = None if force or replace_foreign else up_to_date(tree, request.inputs)
            return report or build(request, tree, anew=force, replace_foreign=replace_foreign)
        finally:
            gc.enable()


def build(request: BuildRequest, tree: Tree, *, anew: bool = False, replace_foreign: bool = False) -> Report:
    """Build the site of *request* into *tree*. The caller holds the lock of the tree.

    With *anew*, every file is written; otherwise, only what changed.
    Raises ``InputError`` when the config, the dataset or an image is invalid, a host's limit is exceeded, or the output
    holds files of others. The tree is then unchanged.
    """
    before = read_state(tree.state)["files"]
    refuse_immovable(tree)
    if not replace_foreign:
        refuse_foreign(tree, before)
    inputs = request.inputs()
    site = read_site(request, load_config(request.config, overrides=request.overrides))
    # Images are rendered in a fork, which has to begin before the threads of the pool that writes.
    made, documents = list_published(site, request)
    content = Content(
        inputs=inputs,
        documents=[document.files for document in documents],
        remaining_files=partial(_remaining_files, site, request, made, documents),
        answer_jobs=site.jobs,
    )
    return replace_tree(tree, {} if anew else before, content)


def _remaining_files(
    site: Site, request: BuildRequest, made: Sequence[Asset], documents: Sequence[Document], written: Written
) -> Iterator[File]:
    """Yield the files that depend on the documents, which are *written*: the function, and those of hosts.

    Raises ``InputError`` when the limit of a host is exceeded.
    """
    assets = placeholder_assets(documents, lambda document: written[document.file_path].identity)
    publication = publish(site, request, (*made, *assets))
    sizes = {path: file.size for path, file in written.items()}
    refuse_over_limits(limit_use_of_site(publication.hosts, {**publication.sizes(site), **sizes}))
    pages = {document.file_path for document in documents}
    yield from (file for file in publication.files if file.path not in pages)


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
        return (*self.edge, *self.errors, *(asset.file for asset in self.assets), *of_hosts)

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
    tables = tuple(asset for extension in extensions() for asset in extension.assets(site))
    images = make_images(dataset, request.data / "flags", config.flags.widths, request.cache)
    meta = make_meta(dataset, site.manifest["code"])
    # Documents show answers of the core.
    ask = asker_in_memory(site.core, with_assets(site.manifest, meta), dataset.records, meta)
    data = DocumentData(site, request, images, ask, tables)
    documents = [
        Document(f"/{FLAG_OVERVIEW}", "png", partial(make_overview, images, request.cache)),
        *list_documents(data),
        *(document for extension in extensions() for document in extension.documents(data)),
    ]
    at_root = at_flag_host(images) if config.has_flag_host else ()
    return (*images, *at_root, *meta, *tables, *make_well_known(config)), tuple(documents)
