"""The order of the stages; nothing else knows it."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from builder.config import Config, load_config
from builder.core import Core, Folding, asker
from builder.dataset import load_dataset
from builder.documents import Site, error_files, make_documents, make_meta
from builder.edge import make_edge, make_manifest
from builder.engine import read_modules
from builder.images import make_images
from builder.inputs import Request
from builder.listings import make_listings
from builder.output import Report, Tree, refuse_foreign, write_tree
from builder.pages import make_catalogs, make_pages, make_record_files
from builder.values import Ask, Asset, Dataset, File

Progress = Callable[[str, int], None]


def build(request: Request, tree: Tree, progress: Progress) -> Report:
    """Build the site that *request* asks for into *tree*, whose lock is held.

    Raises ``InputError`` when the config, the dataset, an image or the output is refused; the tree is then untouched.
    """
    config = load_config(request.config, overrides=request.overrides)
    refuse_foreign(tree)
    inputs = request.inputs(request.root / config.flags.images)
    return write_tree(tree, site_files(request, config, progress), inputs, lambda done: progress("files", done))


def site_files(request: Request, config: Config, progress: Progress) -> Iterator[File]:
    """Derive every file of the site as a stream; whatever can be refused is refused before the first one."""
    modules = read_modules(request.templates / "edge" / "core")
    fold = Folding(modules)
    dataset = load_dataset(request.data, config, fold)
    listings = make_listings(dataset, fold)
    catalogs = make_catalogs(dataset)
    images = make_images(dataset, request.root / config.flags.images, config.flags, request.cache, progress)
    assets = (*images, *make_meta(dataset))
    manifest = make_manifest(dataset, listings, catalogs, assets, config)
    ask = _ask(modules, manifest, dataset, assets)
    assets += make_documents(
        Site(dataset, listings, catalogs, images, config, request.templates, request.changelog.read_text("utf-8"), ask)
    )
    manifest = make_manifest(dataset, listings, catalogs, assets, config)
    return chain(
        make_edge(manifest, dataset, modules),
        (asset.file for asset in assets),
        error_files(),
        make_record_files(dataset),
        make_pages(dataset, listings, catalogs, config.pages),
    )


def _ask(modules: Mapping[str, str], manifest: dict[str, Any], dataset: Dataset, assets: tuple[Asset, ...]) -> Ask:
    """Open the core on a site without page files, so that it joins every answer that a document quotes."""
    unpaged = manifest | {"policy": {"limits": [], "catalogLimits": [], "offsets": "aligned"}}
    edge = {file.path.removeprefix("edge/"): file.body.decode() for file in make_edge(unpaged, dataset, modules)}
    files = {asset.file.path: asset.file for asset in assets} | {file.path: file for file in make_record_files(dataset)}
    return asker(Core(edge), lambda path: files[f"public/{path}"].body)
