"""Builds a site into its output, unless the output is up to date."""

import gc
from collections.abc import Callable
from pathlib import Path

from builder.build import build
from builder.build_request import BuildRequest, refuse_overlap
from builder.input_errors import Progress
from builder.output.tree import Report, Tree, locked, up_to_date


def build_site(
    request: BuildRequest,
    progress: Progress,
    *,
    waiting: Callable[[], None],
    recovered: Callable[[tuple[Path, ...]], object],
    force: bool = False,
    replace_foreign: bool = False,
) -> Report:
    """Build the site of *request* if an input has changed since the last build, or if *force* is set.

    *waiting* is called once when another build holds the lock, *recovered* with the files of a killed build that were
    removed. With *force*, every page is made and every file written anew; with *replace_foreign*, files of others in
    the output are lost.
    Raises ``InputError`` as ``builder.build.build`` does, and when the output overlaps an input.
    """
    refuse_overlap(request)
    tree = Tree(request.output)
    with locked(tree, waiting) as leftovers:
        if leftovers:
            recovered(leftovers)
        # A build leaves hardly any garbage in circles; the search for it would take a tenth of the time.
        gc.disable()
        try:
            report = None if force or replace_foreign else up_to_date(request, tree)
            request = request._replace(keeps=not force)
            return report or build(request, tree, progress, anew=force, replace_foreign=replace_foreign)
        finally:
            gc.enable()
