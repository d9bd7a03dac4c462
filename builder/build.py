"""Runs the stages in order. No other module knows the order."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from builder.cache.collector import without_collector
from builder.cache.parallel import beside
from builder.cache.step_cache import StepCache
from builder.config import Config, load_config, refuse_unknown_codes
from builder.inputs import BuildRequest
from builder.javascript.context import read_modules
from builder.javascript.core_calls import Folding, answers_step, draft_asker
from builder.javascript.manifest import Manifest
from builder.paths import FLAG_OVERVIEW, PUBLIC, public_path
from builder.problems import Progress
from builder.stages.answer_files import (
    count_pages,
    count_searches,
    find_searches,
    make_catalogs,
    make_searches,
    page_jobs,
    upload_size,
)
from builder.stages.dataset.loading import load_dataset
from builder.stages.edge import code_version, make_edge, make_manifest, with_assets
from builder.stages.listings import make_listings
from builder.stages.output.exchange import Replacement, replacing
from builder.stages.output.old_tree import examine, old_tree, refuse_foreign
from builder.stages.output.state import Report, State, Tree, Written, read_state
from builder.stages.output.writer import Job
from builder.types import Asset, Catalog, Dataset, File, Listings, Searches

if TYPE_CHECKING:
    from builder.stages.hosts import Hosted

# Documents, images and hosts are imported late, while the other process already writes pages: their libraries take a
# tenth of a second to load.
# ruff: noqa: PLC0415


@dataclass(frozen=True)
class Derived:
    """Values derived from the config and the dataset alone: listings, catalogs, and the manifest without assets.

    ``core`` holds the source of the edge core's modules by file name. ``steps`` are results that are cached between
    builds.
    """

    config: Config
    dataset: Dataset
    listings: Listings
    catalogs: tuple[Catalog, ...]
    core: Mapping[str, str]
    manifest: Manifest
    steps: StepCache
    further_query: tuple[str, ...] = ()

    @cached_property
    def searches(self) -> Searches:
        """The answers of searches that are files. The core makes them again for every new name."""
        return find_searches(self.core, self.manifest, self.steps.take_each)

    @property
    def pages(self) -> tuple[Job, ...]:
        """Functions that each make some of the answer files, which are most of the bytes."""
        return (
            lambda: make_searches(self.dataset, self.searches),
            *page_jobs(self.dataset, self.listings, self.catalogs, self.config.pages),
        )

    @property
    def image_count(self) -> int:
        """The number of images."""
        return len(self.dataset.records) * (1 + len(set(self.config.flags.widths)))

    @cached_property
    def page_count(self) -> int:
        """The number of answer files and images."""
        answers = count_pages(self.listings, self.catalogs, self.config.pages)
        return answers + count_searches(self.manifest) + self.image_count


class Assembled(NamedTuple):
    """The files of a site other than its answer files: assets, the edge function, error bodies, files of hosts."""

    assets: tuple[Asset, ...]
    edge: tuple[File, ...]
    errors: tuple[File, ...]
    hosts: tuple["Hosted", ...]

    @property
    def files(self) -> Iterator[File]:
        """Every file."""
        yield from self.edge
        yield from self.errors
        yield from (asset.file for asset in self.assets)
        for hosted in self.hosts:
            yield from hosted.files

    def file_count(self, data: Derived) -> int:
        """Count every file of a site with the pages of *data*."""
        return data.page_count - data.image_count + sum(1 for _ in self.files)


def build(
    request: BuildRequest, tree: Tree, progress: Progress, *, state: State | None = None, replace_foreign: bool = False
) -> Report:
    """Build the site of *request* into *tree*, whose *state* may be given. The caller holds the lock of the tree.

    Raises ``InputError`` when the config, the dataset or an image is invalid, a host's limit is exceeded, or the output
    holds files of others. The tree is then unchanged.
    """
    config = load_config(request.config, overrides=request.overrides)
    inputs = request.inputs()
    files = (state or read_state(tree))["files"]
    with without_collector():
        with beside(partial(examine, tree, files), is_slow=tree.root.exists()) as difference:
            data = derive(request, config)
            old = old_tree(files, difference())
        refuse_foreign(tree, old, replace=replace_foreign)
        with replacing(tree, old, inputs, lambda done: progress("files", done, total)) as out:
            if out.start(data.pages, (partial(_find_searches, data), partial(_prepare_hosts, data))):
                _take_results(out, data)
            total = data.page_count
            _refuse_too_many_files(data)
            site = assemble(data, request, progress)
            total = site.file_count(data)
            out.write(site.files)
            _refuse_over_limits(site, out.finish())
        # Last, because a preview answers from the new site already.
        return out.report._replace(warning=_keep(data.steps))


def derive(request: BuildRequest, config: Config) -> Derived:
    """Read the dataset and derive the listings that the routes answer from. Raises ``InputError`` if it is invalid."""
    core: Mapping[str, str] = read_modules(request.edge / "core")
    steps = StepCache(request.cache, "\0".join((config.base_url, config.cdn, config.docs)), (request.templates,))
    fold = Folding(core, steps.take_each)
    dataset = load_dataset(request.data, config, fold)
    refuse_unknown_codes(config, {record.cca2 for record in dataset.records}, request.config.name)
    listings = make_listings(dataset, fold)
    catalogs = make_catalogs(dataset)
    version = code_version(core, read_modules(request.edge / "adapters"))
    manifest = make_manifest(dataset, listings, catalogs, config, version)
    further_query: tuple[str, ...] = ()
    if config.compatibility.restcountries != "off":
        from builder.restcountries import extend

        extended = extend(core, manifest, dataset, config, edge=request.edge, data=request.data)
        core, manifest, further_query = extended.core, extended.manifest, extended.query
    return Derived(
        config=config,
        dataset=dataset,
        listings=listings,
        catalogs=catalogs,
        core=core,
        manifest=manifest,
        steps=steps,
        further_query=further_query,
    )


def assemble(data: Derived, request: BuildRequest, progress: Progress) -> Assembled:
    """Make images, documents, the edge function and the hosts' files. Raises ``InputError`` for an invalid image."""
    from builder.stages.documents import DocumentData, error_files, make_documents, make_meta
    from builder.stages.hosts import Deployment, make_hosts
    from builder.stages.images import make_images
    from builder.stages.images.overview import make_overview

    config, dataset = data.config, data.dataset
    images = make_images(dataset, request.data / "flags", config.flags, request.cache, progress)
    overview = make_overview(images, public_path(FLAG_OVERVIEW), request.cache)
    answers = (*images, overview, *make_meta(dataset))
    documents = make_documents(
        DocumentData(
            dataset=dataset,
            listings=data.listings,
            find_searches=lambda: data.searches,
            catalogs=data.catalogs,
            images=images,
            config=config,
            templates=request.templates,
            changelog=request.changelog.read_text("utf-8"),
            licence=request.licence.read_text("utf-8"),
            notices={path.stem: path.read_text("utf-8") for path in (request.data / "notices").glob("*.txt")},
            cache=request.cache,
            steps=data.steps,
            core=data.core,
            page_count=data.page_count,
            upload=upload_size(dataset, data.listings, config.pages, data.page_count, (image.file for image in images)),
            ask=draft_asker(data.core, with_assets(data.manifest, answers), dataset.records, answers),
        )
    )
    assets = (*answers, *documents)
    if config.compatibility.restcountries != "off":
        from builder.restcountries import make_v3_documents

        ask = draft_asker(data.core, with_assets(data.manifest, assets), dataset.records, assets)
        assets += make_v3_documents(ask, config, dataset.revision)
    manifest = with_assets(data.manifest, assets)
    edge = make_edge(manifest, dataset, data.core)
    hosts = make_hosts(
        Deployment(
            config=config,
            manifest=manifest,
            assets=assets,
            dataset=dataset,
            listings=data.listings,
            function=edge,
            core=data.core,
            javascript=request.edge,
            cache=request.cache,
            steps=data.steps,
            further_query=data.further_query,
        )
    )
    return Assembled(assets=assets, edge=edge, errors=error_files(), hosts=hosts)


def _find_searches(data: Derived) -> bytes:
    return data.steps.made_by(lambda: data.searches)


def _prepare_hosts(data: Derived) -> bytes:
    """Make what hosts need and no document changes, unless it is cached."""
    if not data.steps.is_changing:
        return data.steps.made_by(lambda: None)
    from builder.stages.hosts import DerivedSite, prepare_hosts

    site = DerivedSite(data.config, data.dataset, data.listings, data.manifest, data.core, data.steps)
    return data.steps.made_by(partial(prepare_hosts, site))


def _take_results(out: Replacement, data: Derived) -> None:
    """Take the results of ``_find_searches`` and ``_prepare_hosts`` from the other process, which runs them first."""
    from builder.stages.hosts import prepared_steps

    data.steps.take_from(partial(out.result, 0), [answers_step])
    data.steps.take_from(partial(out.result, 1), prepared_steps(data.config.hosts.names))


def _keep(steps: StepCache) -> str:
    """Store results for the next build. Returns a warning if that fails: the site is complete without them."""
    try:
        steps.keep()
    except OSError as error:
        file = error.filename or steps.folder
        slower = "the site is complete, but the next build is slower"
        return f"{file}: {error.strerror}; {slower}. Make room on the disk, or remove {steps.folder}."
    return ""


def _refuse_too_many_files(data: Derived) -> None:
    from builder.stages.hosts import limit_use_of_files
    from builder.stages.hosts.shared.limits import refuse_over_limits

    refuse_over_limits(limit_use_of_files(data.config.hosts.names, data.page_count))


def _refuse_over_limits(site: Assembled, written: Written) -> None:
    from builder.stages.hosts import limit_use_of_site
    from builder.stages.hosts.shared.limits import refuse_over_limits

    if not site.hosts:
        return
    public = {path: file.size for path, file in written.items() if path.startswith(PUBLIC)}
    refuse_over_limits(limit_use_of_site(site.hosts, public))
