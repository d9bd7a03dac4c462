"""The order of the stages; nothing else knows it."""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from builder.config import Config, load_config
from builder.core.engine import read_modules
from builder.core.site import Draft, Folding, asker
from builder.inputs import Request
from builder.problems import InputError, Problem
from builder.stages.dataset.loading import load_dataset
from builder.stages.edge import make_edge, make_manifest
from builder.stages.listings import make_listings
from builder.stages.output.exchange import write_tree
from builder.stages.output.state import Report, Tree, refuse_foreign
from builder.stages.output.writer import Job, Written
from builder.stages.pages import count_pages, make_catalogs, make_record_files, page_jobs
from builder.types import Ask, Asset, Dataset, File

if TYPE_CHECKING:
    from builder.stages.hosts import Hosted

# Documents, images and hosts are imported when the pages are being written already, in the other process: what they
# stand on takes a tenth of a second to load.
# ruff: noqa: PLC0415

Progress = Callable[[str, int], None]


@dataclass(frozen=True)
class Made:
    """A derived site: its pages of records, as functions that each make some, and the rest, made when first asked for.

    The pages are most of the bytes, and can be made and written while the documents are.
    """

    pages: tuple[Job, ...]
    rest: Callable[[], tuple[File, ...]]
    hosts: Callable[[], tuple["Hosted", ...]]
    page_count: int

    def every_file(self) -> Iterator[File]:
        """Yield all files of the site."""
        for job in self.pages:
            yield from job()
        yield from self.other_files()

    def other_files(self) -> Iterator[File]:
        """Yield all files but the records and pages."""
        yield from self.rest()
        for hosted in self.hosts():
            yield from hosted.files


def build(request: Request, tree: Tree, progress: Progress) -> Report:
    """Build the site that *request* asks for into *tree*, whose lock is held.

    Raises ``InputError`` when the config, the dataset, an image, a host's limit or the output is refused; the tree is
    then untouched.
    """
    refuse_foreign(tree)
    config = load_config(request.config, overrides=request.overrides)
    inputs = request.inputs(request.root / config.flags.images, request.root / config.map.outlines)
    with _without_collector():
        made = make_site(request, config, progress)
        return write_tree(
            tree,
            _within_limits(made, config),
            inputs,
            lambda done: progress("files", done),
            jobs=made.pages,
            accept=_judge_limits(made),
        )


def make_site(request: Request, config: Config, progress: Progress) -> Made:
    """Derive the site. Raises ``InputError`` for whatever is refused of the dataset and the images."""
    modules = read_modules(request.edge / "core")
    fold = Folding(modules)
    dataset = load_dataset(request.data, config, fold)
    refuse_unknown_codes(config, dataset, request.config.name)
    listings = make_listings(dataset, fold)
    catalogs = make_catalogs(dataset)

    jobs = page_jobs(dataset, listings, catalogs, config.pages)

    @cache
    def images() -> tuple[Asset, ...]:
        from builder.stages.images import make_images

        return make_images(dataset, request.root / config.flags.images, config.flags, request.cache, progress)

    @cache
    def known() -> tuple[dict[str, Any], tuple[Asset, ...]]:
        from builder.stages.documents import Site, make_documents, make_meta

        first = (*images(), *make_meta(dataset))
        ask = _ask(modules, make_manifest(dataset, listings, catalogs, first, config), dataset, first)
        changelog = request.changelog.read_text("utf-8")
        outlines = request.root / config.map.outlines
        site = Site(
            dataset, listings, catalogs, images(), config, request.templates, outlines, changelog, request.cache, ask
        )
        assets = (*first, *make_documents(site))
        return make_manifest(dataset, listings, catalogs, assets, config), assets

    @cache
    def edge() -> tuple[File, ...]:
        return make_edge(known()[0], dataset, modules)

    def rest() -> tuple[File, ...]:
        from builder.stages.documents import error_files

        return (*edge(), *(asset.file for asset in known()[1]), *error_files())

    def pages() -> Iterator[File]:
        for job in jobs:
            yield from job()

    @cache
    def hosts() -> tuple["Hosted", ...]:
        from builder.stages.hosts import Deployment, make_hosts

        adapters = read_modules(request.edge / "adapters")
        core = Draft(modules, known()[0], dataset.records)
        return make_hosts(
            Deployment(config, *known(), dataset, edge(), adapters, request.cache, core.answer_each, pages)
        )

    return Made(
        jobs,
        rest,
        hosts,
        count_pages(listings, catalogs, config.pages)
        + len(dataset.records) * (len(("array", "object", "svg")) + len(set(config.flags.widths))),
    )


def refuse_unknown_codes(config: Config, dataset: Dataset, file: str) -> None:
    """Raise ``InputError`` with every cca2 code in the config, read from *file*, that is the code of no country."""
    known = {record.cca2 for record in dataset.records}
    codes = {"current.fallback": config.current.fallback, "preview.country": config.preview.country}
    problems = [
        Problem(
            file, where, f'"{code}" is the cca2 code of no country in the dataset; name one that is, or leave it empty'
        )
        for where, code in codes.items()
        if code and code not in known
    ]
    if problems:
        raise InputError(problems)


def _within_limits(made: Made, config: Config) -> Iterator[File]:
    """Yield the files beside the pages, unless those alone are more than a host takes."""
    from builder.stages.hosts import stand_files
    from builder.stages.hosts.limits import refuse_over_limits

    refuse_over_limits(stand_files(config.hosts.names, made.page_count))
    yield from made.other_files()


def _judge_limits(made: Made) -> Callable[[Written], None]:
    """Make a function that refuses written files which a host would refuse."""

    def judge(written: Written) -> None:
        from builder.stages.hosts import stand_all
        from builder.stages.hosts.limits import refuse_over_limits

        sizes = [size for path, (_, size, _) in written.items() if path.startswith("public/")]
        refuse_over_limits(stand_all(made.hosts(), len(sizes), max(sizes)))

    return judge


@contextmanager
def _without_collector() -> Iterator[None]:
    """Keep the cycle collector from looking through all records again and again: it takes a tenth of a second."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _ask(modules: Mapping[str, str], manifest: dict[str, Any], dataset: Dataset, assets: tuple[Asset, ...]) -> Ask:
    """Open the core on a site without page files, so that it joins every answer that a document quotes."""
    unpaged = manifest | {"policy": {"limits": [], "catalogLimits": [], "offsets": "aligned"}}
    files = {file.path: file for file in (*(asset.file for asset in assets), *make_record_files(dataset))}
    return asker(Draft(modules, unpaged, dataset.records), lambda path: files[f"public/{path}"].body)
