"""Counts the files and bytes that a build would write, by folder, and compares them with each host's limits."""

import sys
from collections.abc import Mapping
from typing import NamedTuple

import click

from builder.api.output_paths import PUBLIC
from builder.build import read_publication, sizes_of
from builder.hosts import usage_of_hosts
from builder.inputs.terminal import problems_listed
from builder.project.host_declarations import host_declarations
from builder.project.shared_options import Project, build_request, chosen_urls, with_url_options

# Folders at this level, such as public/v1/region, include their subfolders.
_DEPTH = 3


class FolderSize(NamedTuple):
    """A folder at one of the first three levels, and its files and bytes. The third level includes subfolders."""

    folder: str
    files: int
    bytes: int


def count_by_folder(sizes: Mapping[str, int]) -> list[FolderSize]:
    """Count the files and bytes of each folder. *sizes* has the size of each file in bytes by its path."""
    counts: dict[str, list[int]] = {}
    for path, size in sizes.items():
        counts.setdefault("/".join(path.split("/")[:-1][:_DEPTH]), []).append(size)
    return [FolderSize(folder, len(counts[folder]), sum(counts[folder])) for folder in sorted(counts)]


@click.command()
@with_url_options
@click.pass_obj
def plan(project: Project, /, **urls: str | None) -> None:
    """Show how many files and bytes a build would write, by folder, compared with the limits of each host."""
    with problems_listed("the site is unchanged"):
        publication = read_publication(build_request(project, chosen_urls(urls)))
        sizes = sizes_of(publication)
    public = {path: size for path, size in sizes.items() if path.startswith(PUBLIC)}
    usages = usage_of_hosts(publication.hosts, public)
    rows = count_by_folder(sizes)
    totals = [("in all", len(sizes), sum(sizes.values())), ("deployed as files", len(public), sum(public.values()))]
    width = max(len(row.folder) for row in rows)
    for label, files, size in (*rows, *totals):
        click.echo(f"{label or '.':<{width}}  {files:>8,} files  {size / 1e6:>10,.2f} MB")
    for usage in usages:
        click.echo(f"{usage.host:<{width}}  {'over a limit' if usage.problems else 'within the limits'}")
        for limit, used in usage.limits:
            click.echo(f"  {limit.what:<{width - 2}}  {used:>14,} of {limit.most:>14,} ({limit.source})")
        function = host_declarations()[usage.host].function_use
        with_rule = f"; with {function.rule} also: {', '.join(function.by_rule)}" if function.rule else ""
        click.echo(f"  answered without the function: {', '.join(function.without) or 'nothing'}{with_rule}")
    if problems := [problem for usage in usages for problem in usage.problems]:
        for problem in problems:
            click.echo(str(problem), err=True)
        sys.exit(1)
