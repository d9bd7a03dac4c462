"""The command ``build``."""

import time
from functools import partial
from pathlib import Path
from typing import Any

import click

from builder.build import build_site
from builder.inputs.terminal import problems_listed
from builder.project.shared_options import Project, build_request, chosen_urls, with_output, with_url_options


@click.command()
@with_output
@with_url_options
@click.option("--quiet", is_flag=True, help="Print only problems.")
@click.option("--force", is_flag=True, help="Build even if no input has changed, and write every file anew.")
@click.option("--force-replace", is_flag=True, help="Replace an output that contains files not written by a build.")
@click.pass_obj
def build(project: Project, /, output: Path, **options: Any) -> None:
    """Write the site to the output folder.

    Only changed files are written. The new site replaces the old one in one atomic step where the
    system can do that.
    """
    started = time.perf_counter()
    quiet, force, replaces = (options.pop(name) for name in ("quiet", "force", "force_replace"))
    with problems_listed("the site is unchanged", quiet=quiet):
        request = build_request(project, chosen_urls(options), output)
        report = build_site(request, partial(click.echo, err=True), force=force, replace_foreign=replaces)
    if not quiet:
        click.echo(
            f"{report.files:,} files, {report.bytes:,} bytes; {report.changed:,} changed, {report.unchanged:,} kept, "
            f"{report.removed:,} removed; {time.perf_counter() - started:.2f} seconds"
        )
        advice = f"Next: countries preview shows it, countries check checks it; {output}/hosts says how to deploy."
        click.echo(advice, err=True)
