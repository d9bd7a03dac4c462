"""Builds a site: reads the project, lists its entries, writes them. Only this module knows the order of the steps."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

from builder.api.output_paths import PUBLIC
from builder.api.types import Ask, Entry
from builder.documents import DocumentData, list_documents
from builder.hosts import make_hosts, usage_of_hosts
from builder.hosts.shared.deployment import Deployment, HostOutput
from builder.hosts.shared.limits import refuse_over_limits
from builder.images import at_flag_host, make_images
from builder.javascript.core_calls import asker_in_memory
from builder.javascript.manifest import Manifest
from builder.output.atomic_replacement import new_tree
from builder.output.tree import Report, Tree, locked, read_state, refuse_foreign, up_to_date
from builder.project.build_request import BuildRequest, refuse_overlap
from builder.site.manifest import edge_entries, list_files, with_documents
from builder.site.reading import read_site
from builder.site.site import Site


@dataclass(frozen=True)
class Publication:
    """A site and its entries. ``documents`` include images and the files of extensions; ``ask`` calls the core."""

    request: BuildRequest
    site: Site
    ask: Ask
    documents: tuple[Entry, ...]

    @cached_property
    def manifest(self) -> Manifest:
        """The manifest of the function."""
        return with_documents(self.site.manifest, self.documents)

    @cached_property
    def edge(self) -> tuple[Entry, ...]:
        """The files of the edge function."""
        return (*edge_entries(self.manifest, self.site.dataset, self.site.core), list_files(self.documents))

    @cached_property
    def deployment(self) -> Deployment:
        """The values from which hosts make their files."""
        assets = tuple(document for document in self.documents if document.address)
        return Deployment(self.site, self.manifest, assets, self.edge, self.request.edge, self.request.templates)

    @cached_property
    def hosts(self) -> tuple[HostOutput, ...]:
        """The files of each host, and its limits."""
        return make_hosts(self.deployment)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every file of the output."""
        host_files = (entry for host in self.hosts for entry in host.files)
        return (*self.site.answer_files, *self.documents, *self.edge, *host_files)


def read_publication(request: BuildRequest) -> Publication:
    """Read the project of *request*, and list the entries of its site.

    Raises ``InputError`` when an input is invalid.
    """
    return publish(read_site(request), request)


def publish(site: Site, request: BuildRequest) -> Publication:
    """List the documents of *site*; their bytes are made later. Raises ``InputError`` for an invalid image or guide."""
    images = make_images(site.dataset, request.flags, site.config.flags.widths, request.cache)
    ask = asker_in_memory(site.core, site.manifest, site.dataset.records)
    data = DocumentData(site, request, images, ask)
    added = (entry for extension in site.extensions for entry in extension.entries(data))
    on_flag_host = at_flag_host(images) if site.config.has_flag_host else ()
    return Publication(request, site, ask, (*images, *on_flag_host, *list_documents(data), *added))


def sizes_of(publication: Publication) -> dict[str, int]:
    """Make every file, and return its size in bytes by its path."""
    return {entry.path: len(entry.make()) for entry in publication.entries}


def build(request: BuildRequest, tree: Tree, *, anew: bool = False, replace_foreign: bool = False) -> Report:
    """Build the site of *request* into *tree*. The caller holds the lock of the tree.

    With *anew*, every file is written; otherwise, only what changed. With *replace_foreign*, files in the output that
    no build wrote are lost; otherwise, they are an error. Raises ``InputError`` for such files, for an invalid input,
    and when a host's limit is exceeded. The tree is then unchanged.
    """
    previous = read_state(tree.state)["files"]
    if not replace_foreign:
        refuse_foreign(tree, previous)
    inputs = request.inputs()
    publication = read_publication(request)
    with new_tree(tree, {} if anew else previous, inputs) as writer:
        written = writer.write_all(publication.entries)
        sizes = {path: file.size for path, file in written.items() if path.startswith(PUBLIC)}
        refuse_over_limits(usage_of_hosts(publication.hosts, sizes))
        return writer.report()


def build_site(
    request: BuildRequest, say: Callable[[str], object], *, force: bool = False, replace_foreign: bool = False
) -> Report:
    """Build the site of *request*, unless no input has changed since the last build.

    With *force* or *replace_foreign*, build it in any case. With *force*, every file is written anew. *say* gets a
    sentence when another build has the lock, and one when files of a killed build were removed. Raises ``InputError``
    as ``build`` does, and when the output overlaps an input.
    """
    refuse_overlap(request)
    tree = Tree(request.output)
    with locked(tree, partial(say, "Waiting for another build of the same output to end.")) as leftovers:
        if leftovers:
            say(f"Removed files of an interrupted build: {', '.join(map(str, leftovers))}.")
        report = None if force or replace_foreign else up_to_date(tree, request.inputs)
        return report or build(request, tree, anew=force, replace_foreign=replace_foreign)
