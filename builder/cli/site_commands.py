"""The commands about the site."""

import re
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from builder.build import build_site
from builder.build_request import BuildRequest
from builder.cli import refresh_commands
from builder.cli.shared_options import build_request, given_origins, with_origins, with_output
from builder.cli.terminal import problems_listed, progress
from builder.commands.check import check_site
from builder.commands.init import lay_down
from builder.commands.plan import plan_site
from builder.host_declarations import host_declarations
from builder.output.tree import Report


def _build(request: BuildRequest, *, quiet: bool = False, force: bool = False, replace_foreign: bool = False) -> Report:
    with progress(quiet=quiet) as show:
        return build_site(
            request, show, waiting=_waiting, recovered=_recovered, force=force, replace_foreign=replace_foreign
        )


def _waiting() -> None:
    click.echo("Waiting for another build of the same output to end.", err=True)


def _recovered(leftovers: tuple[Path, ...]) -> None:
    click.echo(f"Removed files of an interrupted build: {', '.join(map(str, leftovers))}.", err=True)


def _say(report: Report, started: float) -> None:
    click.echo(
        f"{report.files:,} files, {report.bytes:,} bytes; {report.changed:,} changed, {report.kept:,} kept, "
        f"{report.removed:,} removed; {time.perf_counter() - started:.2f} seconds"
    )


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
    with problems_listed("the site is unchanged"):
        request = build_request(config, given_origins(options), output)
        report = _build(request, quiet=quiet, force=force, replace_foreign=replaces)
    if not quiet:
        _say(report, started)
        then = f"Next: countries preview shows it, countries check checks it; {output}/hosts says how to deploy."
        click.echo(then, err=True)


@click.command(short_help="Show the files of a build, and the limits of hosts.")
@with_origins
@click.pass_obj
def plan(config: Path, /, **origins: str | None) -> None:
    """Show how many files and bytes a build would write, by folder, compared with the limits of each host."""
    with problems_listed("the site is unchanged"), progress() as show:
        planned, uses = plan_site(build_request(config, given_origins(origins)), show)
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


@click.command(short_help="Check the dataset, the config and the built site.")
@with_output
@with_origins
@click.option("--public", is_flag=True, help="Also report settings that must not be deployed, such as a loopback URL.")
@click.pass_obj
def check(config: Path, /, output: Path, *, public: bool, **origins: str | None) -> None:
    """Check the dataset, the config and, if the site has been built, its files, links and routes."""
    with problems_listed("the site is unchanged"), progress() as show:
        request = build_request(config, given_origins(origins), output)
        findings = check_site(request, show, datetime.now(UTC).date(), public=public, judge=refresh_commands.judge())
    for warning in findings.warnings:
        click.echo(f"warning: {warning}", err=True)
    for fact in findings.facts:
        click.echo(fact)


def _cca2(_context: click.Context, _parameter: click.Parameter, code: str | None) -> str | None:
    if code is not None and not re.fullmatch("([A-Za-z]{2})?", code):
        raise click.BadParameter(f"{code!r} must be a cca2 code of two letters, such as DE, or empty.")
    return code and code.upper()


@click.command(short_help="Serve the site as a CDN would, without writing it.")
@click.option("--base-url", help="Origin where a browser finds the preview, if a proxy is between.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="Port to listen on; 0 chooses a free port.")
@click.option("--bind", default="127.0.0.1", help="Address to listen on.")
@click.option(
    "--country",
    callback=_cca2,
    help="cca2 code of the caller's country, or empty for none; overrides [preview] country.",
)
@click.option("--watch", is_flag=True, help="Rebuild when an input changes.")
@click.pass_obj
def preview(config: Path, /, base_url: str | None, **options: Any) -> None:
    """Serve the site as a CDN would, without writing it.

    The site is made for the address of the preview, whatever URLs the config and the environment set, so that links,
    flags and examples point to the preview. Its own edge function answers.
    """
    # The server's libraries take a quarter of a second to import.
    from builder.commands.preview import preview_site  # noqa: PLC0415
    from builder.preview.server import Options  # noqa: PLC0415

    with problems_listed("the site is unchanged"), progress() as show:
        preview_site(build_request(config, {}), Options(**options), show, click.echo, base_url)


@click.command(short_help="Write a new project with the shipped dataset.")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
def init(folder: Path) -> None:
    """Write a new project to DIR: a copy of the shipped configuration and dataset.

    Commands use it with --config DIR/site_config.toml, or when they run in DIR. Other inputs are those shipped, unless
    DIR has a folder of the same name. Existing files are not replaced.
    """
    with problems_listed("nothing was written"):
        laid = lay_down(folder)
    for path in laid:
        click.echo(f"{path} written")


COMMANDS: tuple[click.Command, ...] = (build, plan, check, preview, init)
