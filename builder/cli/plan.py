"""Counts the files and bytes that a build would write, by folder, and compares them with each host's limits."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass

import click

from builder.api.output_paths import PUBLIC
from builder.build import read_publication, sizes_of
from builder.hosts import limit_use_of_site
from builder.hosts.shared.limits import LimitUse
from builder.inputs.terminal import problems_listed
from builder.project.build_request import BuildRequest
from builder.project.host_declarations import host_declarations
from builder.project.options import Project, build_request, given_origins, with_origins

# Folders are counted down to this level, which has the routes below public/v1/ and the tables.
_DEPTH = 3


@dataclass(frozen=True)
class FolderSize:
    """The number of files and bytes of one folder, with those deeper than the third level."""

    folder: str
    files: int
    bytes: int


@dataclass(frozen=True)
class Plan:
    """The counts by folder, and the size in bytes of each file below ``public/``, by path."""

    rows: tuple[FolderSize, ...]
    public: Mapping[str, int]


def plan_site(request: BuildRequest) -> tuple[Plan, tuple[LimitUse, ...]]:
    """Count the files and bytes of a build of *request*, and compare them with the limits of the configured hosts."""
    publication = read_publication(request)
    plan = make_plan(sizes_of(publication))
    return plan, limit_use_of_site(publication.hosts, plan.public)


def make_plan(sizes: Mapping[str, int]) -> Plan:
    """Count files, given as *sizes* in bytes by path, by folder. Only those below ``public/`` are deployed as files."""
    counts: dict[str, list[int]] = {}
    for path, size in sizes.items():
        count = counts.setdefault("/".join(path.split("/")[:-1][:_DEPTH]), [0, 0])
        count[0] += 1
        count[1] += size
    rows = tuple(FolderSize(folder, *counts[folder]) for folder in sorted(counts))
    return Plan(rows, {path: size for path, size in sizes.items() if path.startswith(PUBLIC)})


@click.command()
@with_origins
@click.pass_obj
def plan(project: Project, /, **origins: str | None) -> None:
    """Show how many files and bytes a build would write, by folder, compared with the limits of each host."""
    with problems_listed("the site is unchanged"):
        planned, uses = plan_site(build_request(project, given_origins(origins)))
    width = max(len(row.folder) for row in planned.rows)
    for row in planned.rows:
        _show_row(row.folder or ".", width, row.files, row.bytes)
    _show_row("in all", width, sum(row.files for row in planned.rows), sum(row.bytes for row in planned.rows))
    _show_row("deployed as files", width, len(planned.public), sum(planned.public.values()))
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


def _show_row(label: str, width: int, files: int, size: int) -> None:
    click.echo(f"{label:<{width}}  {files:>8,} files  {size / 1e6:>10,.2f} MB")
