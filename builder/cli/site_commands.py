"""The commands about the site."""

import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import click

from builder.build import build_site
from builder.cli import refresh_commands
from builder.cli.check import check_site
from builder.cli.init import init
from builder.cli.plan import plan
from builder.inputs.terminal import problems_listed
from builder.project.options import build_request, given_origins, with_origins, with_output


@click.command(short_help="Write the site to the output folder.")
@with_output
@with_origins
@click.option("--quiet", is_flag=True, help="Print only problems.")
@click.option("--force", is_flag=True, help="Build even if no input has changed, and write every file anew.")
@click.option("--force-replace", is_flag=True, help="Replace an output that contains files not written by a build.")
@click.pass_obj
def build(config: Path, /, output: Path, **options: Any) -> None:
    """Write the site to the output folder.

    Only changed files are written. The new site replaces the old one in one atomic step.
    """
    started = time.perf_counter()
    quiet, force, replaces = (options.pop(name) for name in ("quiet", "force", "force_replace"))
    with problems_listed("the site is unchanged", quiet=quiet):
        request = build_request(config, given_origins(options), output)
        report = build_site(request, partial(click.echo, err=True), force=force, replace_foreign=replaces)
    if not quiet:
        click.echo(
            f"{report.files:,} files, {report.bytes:,} bytes; {report.changed:,} changed, {report.kept:,} kept, "
            f"{report.removed:,} removed; {time.perf_counter() - started:.2f} seconds"
        )
        then = f"Next: countries preview shows it, countries check checks it; {output}/hosts says how to deploy."
        click.echo(then, err=True)


@click.command(short_help="Check the dataset, the config and the built site.")
@with_output
@with_origins
@click.option("--public", is_flag=True, help="Also report settings that must not be deployed, such as a loopback URL.")
@click.pass_obj
def check(config: Path, /, output: Path, *, public: bool, **origins: str | None) -> None:
    """Check the dataset, the config and, if the site has been built, its files, links and routes."""
    with problems_listed("the site is unchanged"):
        request = build_request(config, given_origins(origins), output)
        findings = check_site(request, datetime.now(UTC).date(), public=public, judge=refresh_commands.judge())
    for warning in findings.warnings:
        click.echo(f"warning: {warning}", err=True)
    for fact in findings.facts:
        click.echo(fact)


@click.command(short_help="Serve the site as a CDN would, without writing it.")
@click.option("--base-url", help="Origin where a browser finds the preview, if a proxy is between.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="Port to listen on; 0 chooses a free port.")
@click.option("--bind", default="127.0.0.1", help="Address to listen on.")
@click.option("--country", help="cca2 code of the caller's country, or empty for none; overrides [preview] country.")
@click.option("--watch", is_flag=True, help="Rebuild when an input changes.")
@click.pass_obj
def preview(config: Path, /, base_url: str | None, **options: Any) -> None:
    """Serve the site as a CDN would, without writing it.

    The site is made for the address of the preview, whatever URLs the config and the environment set, so that links,
    flags and examples point to the preview. Its own edge function answers.
    """
    # The server's libraries take a quarter of a second to import.
    from builder.cli.preview.server import Options, preview_site  # noqa: PLC0415

    with problems_listed("the site is unchanged"):
        preview_site(build_request(config, {}), Options(**options), click.echo, base_url)


COMMANDS: tuple[click.Command, ...] = (build, plan, check, preview, init)
