"""Counts the files and bytes that a build would write, by folder, and compares them with each host's limits."""

import sys
from collections.abc import Mapping
from typing import NamedTuple

import click

from builder.api.output_paths import PUBLIC
from builder.build import read_publication, sizes_of
from builder.hosts import limit_use_of_site
from builder.hosts.shared.limits import LimitUse
from builder.inputs.terminal import problems_listed
from builder.project.build_request import BuildRequest
from builder.project.host_declarations import host_declarations
from builder.project.shared_options import Project, build_request, given_origins, with_origins

# Folders are counted down to this level, which has the routes below public/v1/ and the tables.
_DEPTH = 3


class FolderSize(NamedTuple):
    """A folder of at most three levels, and its number of files and bytes; the third level includes all below it."""

    folder: str
    files: int
    bytes: int


def plan_site(request: BuildRequest) -> tuple[dict[str, int], tuple[LimitUse, ...]]:
    """Return the size of each file of a build of *request*, by path, and the use of the limits of configured hosts."""
    publication = read_publication(request)
    sizes = sizes_of(publication)
    return sizes, limit_use_of_site(publication.hosts, _deployed(sizes))


def _deployed(sizes: Mapping[str, int]) -> dict[str, int]:
    """Select the files below ``public/``; the hosts do not send the others."""
    return {path: size for path, size in sizes.items() if path.startswith(PUBLIC)}


def count_by_folder(sizes: Mapping[str, int]) -> list[FolderSize]:
    """Count files, given as *sizes* in bytes by path, by folder."""
    counts: dict[str, list[int]] = {}
    for path, size in sizes.items():
        counts.setdefault("/".join(path.split("/")[:-1][:_DEPTH]), []).append(size)
    return [FolderSize(folder, len(counts[folder]), sum(counts[folder])) for folder in sorted(counts)]


@click.command()
@with_origins
@click.pass_obj
def plan(project: Project, /, **origins: str | None) -> None:
    """Show how many files and bytes a build would write, by folder, compared with the limits of each host."""
    with problems_listed("the site is unchanged"):
        sizes, uses = plan_site(build_request(project, given_origins(origins)))
    public = _deployed(sizes)
    rows = count_by_folder(sizes)
    totals = [("in all", len(sizes), sum(sizes.values())), ("deployed as files", len(public), sum(public.values()))]
    width = max(len(row.folder) for row in rows)
    for label, files, size in (*rows, *totals):
        click.echo(f"{label or '.':<{width}}  {files:>8,} files  {size / 1e6:>10,.2f} MB")
    for use in uses:
        click.echo(f"{use.host:<{width}}  {'over a limit' if use.problems else 'within the limits'}")
        for limit, used in use.used:
            click.echo(f"  {limit.what:<{width - 2}}  {used:>14,} of {limit.most:>14,} ({limit.source})")
        functions = host_declarations()[use.host].function_use
        with_rule = f"; with {functions.rule} {', '.join(functions.by_rule)}" if functions.rule else ""
        click.echo(f"  without the function: {', '.join(functions.without) or 'nothing'}{with_rule}")
    if any(use.problems for use in uses):
        for use in uses:
            for problem in use.problems:
                click.echo(str(problem), err=True)
        sys.exit(1)
