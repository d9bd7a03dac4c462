"""Builds a site: reads the project, publishes it, and writes the tree. No other module knows this order."""

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from builder.build_request import BuildRequest, refuse_overlap
from builder.config import load_config
from builder.documents import Document, placeholder_assets
from builder.hosts import limit_use_of_site
from builder.hosts.shared.limits import refuse_over_limits
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
from builder.publication import list_published, publish
from builder.site.reading import read_site
from builder.site.site import Site
from builder.types import Asset, File


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
            report = None if force or replace_foreign else up_to_date(request, tree)
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
