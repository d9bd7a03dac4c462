"""Reads a project: its dataset, and the listings, the answers and the manifest that follow from it."""

from typing import TYPE_CHECKING

from builder.images import refuse_faulty_flags
from builder.inputs.errors import InputErrors
from builder.javascript.context import read_modules
from builder.javascript.core_calls import Folding
from builder.javascript.manifest import kinds_module
from builder.project.build_request import BuildRequest, read_config, refuse_unreadable, refuse_unused_files
from builder.project.config import refuse_unknown_codes
from builder.site.answers import make_answers, make_catalogs, with_found_lists
from builder.site.dataset.loading import load_dataset
from builder.site.listings import make_listings
from builder.site.manifest import code_version, make_manifest
from builder.site.service_answers import make_service_answers
from builder.site.site import Site

if TYPE_CHECKING:
    from builder.api.types import Dataset


def read_site(request: BuildRequest) -> Site:
    """Read the config and the dataset, and derive the listings and the answers.

    Raises ``InputError`` with every problem of the dataset, of templates, of what extensions read and of the config.
    If there is a problem, the flags are checked too; otherwise they are checked when they are rendered.
    """
    refuse_unreadable(request)
    config = read_config(request)
    core = read_modules(request.edge, "core") | kinds_module()
    fold = Folding(core)
    extensions = tuple(found for found in request.extensions if found.name not in config.extensions.leave_out)
    errors = InputErrors()
    valid: Dataset | None = None
    with errors.collect():
        valid = dataset = load_dataset(request.data, config, fold, request.config)
        refuse_unknown_codes(config, {record.cca2 for record in dataset.records}, request.config.name)
    with errors.collect():
        refuse_unused_files(request)
    with errors.collect():
        values = {reader.name: reader.read(request.data, valid) for reader in extensions if reader.read}
    if errors:
        with errors.collect():
            refuse_faulty_flags(request.flags)
    errors.refuse()
    listings = make_listings(dataset, fold)
    catalogs = make_catalogs(dataset)
    answers = make_answers(dataset.interface.routes, listings, catalogs, core)
    listings = with_found_lists(listings, answers)
    version = code_version(core, read_modules(request.edge, "adapters"))
    fixed = make_service_answers(dataset, version)
    manifest = make_manifest(dataset, listings, catalogs, config, code=version, values=fixed, extensions=extensions)
    site = Site(
        config=config,
        dataset=dataset,
        listings=listings,
        catalogs=catalogs,
        answers=answers,
        core=core,
        manifest=manifest,
        service_answers=fixed,
        extensions=extensions,
        values=values,
    )
    for extension in extensions:
        site = extension.extend(site, request)
    return site
