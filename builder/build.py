"""Runs the steps of a build in order. No other module knows the order."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from builder.annexes import annexes
from builder.build_request import BuildRequest, refuse_unreadable
from builder.config import Config, load_config, refuse_unknown_codes
from builder.documents import Document, DocumentData, error_files, list_documents, make_meta, unmade_assets
from builder.documents.well_known import make_well_known
from builder.hosts import Deployment, Hosted, limit_use_of_site, make_hosts
from builder.hosts.shared.limits import refuse_over_limits
from builder.images import make_images, refuse_faulty_flags
from builder.images.overview import make_overview, make_social_card
from builder.input_errors import InputError, InputErrors, Progress
from builder.input_files import unreadable_files
from builder.javascript.context import read_modules
from builder.javascript.core_calls import Folding, unwritten_asker
from builder.javascript.source_check import broken_modules
from builder.output.atomic_replacement import replace_tree
from builder.output.tree import Report, Tree, Written, read_state, refuse_foreign
from builder.output.writer import Content
from builder.output_paths import FLAG_OVERVIEW, PUBLIC, SOCIAL_CARD
from builder.site.answers import answer_jobs, make_answers, make_catalogs, with_found_lists
from builder.site.dataset.loading import load_dataset
from builder.site.listings import make_listings
from builder.site.manifest import code_version, for_function, make_edge, make_manifest, with_assets
from builder.site.site import SiteData, sources_by_id
from builder.types import Asset, File


class SiteFiles(NamedTuple):
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

    def public_sizes(self, site: SiteData) -> dict[str, int]:
        """Return the size in bytes of each file below ``public/``, by path, answers included."""
        return {**site.sizes, **{file.path: file.size for file in self.files if file.path.startswith(PUBLIC)}}


def build(
    request: BuildRequest, tree: Tree, progress: Progress, *, anew: bool = False, replace_foreign: bool = False
) -> Report:
    """Build the site of *request* into *tree*. The caller holds the lock of the tree.

    With *anew*, every file is written; otherwise, only what changed.
    Raises ``InputError`` when the config, the dataset or an image is invalid, a host's limit is exceeded, or the output
    holds files of others. The tree is then unchanged.
    """
    before = read_state(tree)["files"]
    if not replace_foreign:
        refuse_foreign(tree, before)
    inputs = request.inputs()
    site = derive(request, load_config(request.config, overrides=request.overrides))
    # Images are rendered in a fork, which has to begin before the threads of the pool that writes.
    files_alone, documents = illustrate(site, request, progress)
    pages = frozenset(document.file_path for document in documents)
    files = 0

    def own(written: Written) -> Iterator[File]:
        nonlocal files
        assets = unmade_assets(documents, lambda document: written[document.file_path].identity)
        made = complete(site, request, (*files_alone, *assets))
        sizes = {path: file.size for path, file in written.items()}
        refuse_over_limits(limit_use_of_site(made.hosts, {**made.public_sizes(site), **sizes}))
        files = len(made.files)
        yield from (file for file in made.files if file.path not in pages)

    def show(done: int) -> None:
        if files:
            progress("files", done, len(site.sizes) + files)
        else:
            progress("documents", done, len(documents))

    early = [document.files for document in documents]
    return replace_tree(tree, {} if anew else before, Content(inputs, early, own, site.jobs), show)


def derive(request: BuildRequest, config: Config) -> SiteData:
    """Read the dataset and derive the listings and the answers.

    Raises ``InputError`` with every problem of the dataset, the tables and the codes in the config; where there is one,
    with those of the flags too, which are otherwise judged when they are rendered.
    """
    refuse_unreadable(request)
    if problems := [*broken_modules(request.edge)]:
        raise InputError(problems, "Nothing was written. Correct the modules of the edge function.")
    core = read_modules(request.edge / "core")
    fold = Folding(core)
    errors = InputErrors()
    codes, sources = None, None
    with errors.collect():
        dataset = load_dataset(request.data, config, fold)
        codes, sources = {record.cca2 for record in dataset.records}, sources_by_id(dataset.sources)
        refuse_unknown_codes(config, codes, request.config.name)
    if errors and any(unreadable_files(request.data, "")):
        # Nothing is opened that may never end.
        errors.refuse()
    with errors.collect():
        tables = [table for annex in annexes() for table in annex.tables(request.data, codes, sources)]
    if errors:
        with errors.collect():
            refuse_faulty_flags(request.data / "flags")
    errors.refuse()
    listings = make_listings(dataset, fold)
    catalogs = make_catalogs(dataset)
    answers = make_answers(listings, catalogs, core)
    listings = with_found_lists(listings, answers)
    jobs = answer_jobs(dataset, listings, catalogs, answers, config.pages)
    version = code_version(core, read_modules(request.edge / "adapters"))
    manifest = make_manifest(dataset, listings, catalogs, config, version)
    site = SiteData(
        config=config,
        dataset=dataset,
        listings=listings,
        catalogs=catalogs,
        answers=answers,
        core=core,
        manifest=manifest,
        jobs=jobs,
        tables=tuple(tables),
    )
    for annex in annexes():
        site = annex.extend(site, request)
    return site


def assemble(site: SiteData, request: BuildRequest, progress: Progress) -> SiteFiles:
    """Make images, documents, the edge function and the hosts' files. Raises ``InputError`` for an invalid image."""
    assets, documents = illustrate(site, request, progress)
    return complete(site, request, (*assets, *(document.asset() for document in documents)))


def complete(site: SiteData, request: BuildRequest, assets: tuple[Asset, ...]) -> SiteFiles:
    """Make the edge function and the hosts' files of a site with *assets*, which may lack their bytes."""
    manifest = with_assets(site.manifest, for_function(assets))
    edge = make_edge(manifest, site.dataset, site.core)
    hosts = make_hosts(Deployment(site, manifest, assets, edge, request.edge, request.compiled))
    return SiteFiles(assets=assets, edge=edge, errors=error_files(), hosts=hosts)


def illustrate(
    site: SiteData, request: BuildRequest, progress: Progress
) -> tuple[tuple[Asset, ...], tuple[Document, ...]]:
    """Make the images and other files with an address, and list the documents, none of which is made yet.

    Raises ``InputError`` for an invalid image.
    """
    config, dataset = site.config, site.dataset
    tables = tuple(asset for annex in annexes() for asset in annex.assets(site))
    images = make_images(dataset, request.data / "flags", config.flags, request.cache, progress)
    sign = (request.templates / "assets" / "favicon.svg").read_text("utf-8")
    meta = make_meta(dataset)
    # Documents show answers of the core.
    ask = unwritten_asker(site.core, with_assets(site.manifest, meta), dataset.records, meta)
    data = DocumentData(site, request, images, ask, tables)
    documents = [
        Document(f"/{FLAG_OVERVIEW}", "png", partial(make_overview, images, request.cache)),
        Document(f"/{SOCIAL_CARD}", "png", partial(make_social_card, images, sign, request.cache)),
        *list_documents(data),
        *(document for annex in annexes() for document in annex.documents(data)),
    ]
    return (*images, *meta, *tables, *make_well_known(config)), tuple(documents)
