"""Runs the stages in order. No other module knows the order."""

from typing import NamedTuple

from builder.config import Config, load_config, refuse_unknown_codes
from builder.inputs import BuildRequest
from builder.javascript.context import read_modules
from builder.javascript.core_calls import Folding, unwritten_asker
from builder.paths import FLAG_OVERVIEW, PUBLIC, SOCIAL_CARD, public_path
from builder.problems import Progress
from builder.restcountries import extend, make_v3_documents
from builder.site_data import SiteData
from builder.stages.answers import answer_jobs, make_answers, make_catalogs, with_found_lists
from builder.stages.dataset.loading import load_dataset
from builder.stages.documents import DocumentData, error_files, make_documents, make_meta
from builder.stages.edge import code_version, make_edge, make_manifest, with_assets
from builder.stages.hosts import Deployment, Hosted, limit_use_of_site, make_hosts
from builder.stages.hosts.shared.limits import refuse_over_limits
from builder.stages.images import make_images
from builder.stages.images.overview import make_overview, make_social_card
from builder.stages.listings import make_listings
from builder.stages.output.exchange import Content, change_tree, replace_tree
from builder.stages.output.tree import Report, Tree, read_state, refuse_foreign
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
        return (*self.edge, *self.errors, *(asset.file for asset in self.assets), *of_hosts)

    def public_sizes(self, site: SiteData) -> dict[str, int]:
        """Return the size in bytes of each file below ``public/``, by path, answers included."""
        return {**site.sizes, **{file.path: file.size for file in self.files if file.path.startswith(PUBLIC)}}


def build(
    request: BuildRequest,
    tree: Tree,
    progress: Progress,
    *,
    anew: bool = False,
    replace_foreign: bool = False,
    in_place: bool = False,
) -> Report:
    """Build the site of *request* into *tree*. The caller holds the lock of the tree.

    With *anew*, every file is written. With *in_place*, only what changed is written, not as an exchange of the whole
    tree, and without the files of hosts, which a preview does not read; the next build then makes all.
    Raises ``InputError`` when the config, the dataset or an image is invalid, a host's limit is exceeded, or the output
    holds files of others. The tree is then unchanged.
    """
    before = read_state(tree)["files"]
    if not replace_foreign:
        refuse_foreign(tree, before)
    inputs = request.inputs()
    site = derive(request, load_config(request.config, overrides=request.overrides))
    made = assemble(site, request, progress, with_hosts=not in_place)
    refuse_over_limits(limit_use_of_site(made.hosts, made.public_sizes(site)))
    total = len(site.sizes) + len(made.files)
    write = change_tree if in_place else replace_tree
    # No inputs have this fingerprint, so that a tree without hosts is never taken for a finished one.
    content = Content({**inputs, "fingerprint": ""} if in_place else inputs, (lambda: made.files, *site.jobs))
    return write(tree, {} if anew else before, content, lambda done: progress("files", done, total))


def derive(request: BuildRequest, config: Config) -> SiteData:
    """Read the dataset and derive the listings and the answers. Raises ``InputError`` if it is invalid."""
    core = read_modules(request.edge / "core")
    fold = Folding(core)
    dataset = load_dataset(request.data, config, fold)
    refuse_unknown_codes(config, {record.cca2 for record in dataset.records}, request.config.name)
    listings = make_listings(dataset, fold)
    catalogs = make_catalogs(dataset)
    answers = make_answers(listings, catalogs, core)
    listings = with_found_lists(listings, answers)
    jobs = answer_jobs(dataset, listings, catalogs, answers, config.pages)
    version = code_version(core, read_modules(request.edge / "adapters"))
    manifest = make_manifest(dataset, listings, catalogs, config, version)
    further_query: tuple[str, ...] = ()
    if config.compatibility.restcountries != "off":
        extended = extend(core, manifest, dataset, config, edge=request.edge, data=request.data)
        core, manifest, further_query = extended.core, extended.manifest, extended.query
    return SiteData(
        config=config,
        dataset=dataset,
        listings=listings,
        catalogs=catalogs,
        answers=answers,
        core=core,
        manifest=manifest,
        jobs=jobs,
        further_query=further_query,
    )


def assemble(site: SiteData, request: BuildRequest, progress: Progress, *, with_hosts: bool = True) -> SiteFiles:
    """Make images, documents, the edge function and the hosts' files. Raises ``InputError`` for an invalid image."""
    config, dataset = site.config, site.dataset
    images = make_images(dataset, request.data / "flags", config.flags, request.cache, progress)
    overview = make_overview(images, public_path(FLAG_OVERVIEW), request.cache)
    sign = (request.templates / "assets" / "favicon.svg").read_text("utf-8")
    card = make_social_card(images, sign, public_path(SOCIAL_CARD), request.cache)
    answered = (*images, overview, card, *make_meta(dataset))
    # Documents show answers of the core and are assets themselves, and so are those of version 3: each is made from the
    # answers over the assets before it.
    ask = unwritten_asker(site.core, with_assets(site.manifest, answered), dataset.records, answered)
    documents = make_documents(DocumentData(site, request, images, ask))
    assets = (*answered, *documents)
    if config.compatibility.restcountries != "off":
        ask = unwritten_asker(site.core, with_assets(site.manifest, assets), dataset.records, assets)
        assets += make_v3_documents(ask, config, dataset.revision)
    manifest = with_assets(site.manifest, assets)
    edge = make_edge(manifest, dataset, site.core)
    hosts = make_hosts(Deployment(site, manifest, assets, edge, request.edge)) if with_hosts else ()
    return SiteFiles(assets=assets, edge=edge, errors=error_files(), hosts=hosts)
