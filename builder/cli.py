"""The command line: it parses and prints, and leaves the work to the modules it calls.

Commands import what they need when they run, so that an unchanged build ends before a stage is loaded.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from builder import __version__
from builder.inputs import Request, up_to_date
from builder.output import Report, Tree, locked, read_state
from builder.problems import InputError
from builder.sources.cli import COMMANDS

# Spelled out, for importing them would make every command slower.
_ENGINES = ("node", "workerd", "miniflare", "nginx", "netlify")
_ORIGINS = ("base_url", "cdn_url", "docs_url")


@click.group(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.version_option(__version__)
@click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("site_config.toml"),
    help="The configuration; data/, templates/ and CHANGELOG.md are read from the folder it stands in.",
)
@click.pass_context
def main(context: click.Context, config: Path) -> None:
    """Build, check and preview a country reference service made of static files.

    Exit codes: 0 done, 1 problems were found and listed, 2 the command was misused.
    """
    context.obj = config


def _with_origins(command: Callable[..., Any]) -> Callable[..., Any]:
    for name, text in (
        ("--docs-url", "Origin of the documents; overrides docs_url and COUNTRIES_DOCS_URL."),
        ("--cdn-url", "Origin of the flags; overrides cdn_url and COUNTRIES_CDN_URL."),
        ("--base-url", "Origin of the API; overrides base_url and COUNTRIES_BASE_URL."),
    ):
        command = click.option(name, help=text)(command)
    return click.option(
        "--output", type=click.Path(path_type=Path, file_okay=False), default=Path("output"), help="Folder of the site."
    )(command)


def _request(config: Path, output: Path, origins: dict[str, str | None]) -> Request:
    from_environment = {name: os.environ.get(f"COUNTRIES_{name.upper()}") for name in _ORIGINS}
    chosen = {name: origins.get(name) or from_environment[name] for name in _ORIGINS}
    overrides = {name: url.rstrip("/") for name, url in chosen.items() if url}
    return Request(config.resolve().parent, config, output, overrides)


@contextmanager
def _problems_listed() -> Iterator[None]:
    try:
        yield
    except InputError as error:
        click.echo(str(error), err=True)
        count = len(error.problems)
        click.echo(f"{count} problem{'s' if count != 1 else ''} found.", err=True)
        sys.exit(1)
    except OSError as error:
        click.echo(f"{error.filename or 'the disk'}: {error.strerror or error}; the site is as it was.", err=True)
        sys.exit(1)


def _progress(*, quiet: bool) -> Callable[[str, int], None]:
    if quiet or not sys.stderr.isatty():
        return lambda _what, _done: None

    def show(what: str, done: int) -> None:
        click.echo(f"\r{what}: {done:,}\033[K", nl=False, err=True)

    return show


def _build(request: Request, *, quiet: bool, force: bool = False) -> Report:
    tree = Tree(request.output)
    with locked(tree, lambda: click.echo("Waiting for another build of the same output.", err=True)) as left:
        if left and not quiet:
            click.echo(f"Cleared what a build that was killed left: {', '.join(map(str, left))}.", err=True)
        report = None if force else up_to_date(request, tree, read_state(tree))
        if report is None:
            from builder.build import build  # noqa: PLC0415

            progress = _progress(quiet=quiet)
            report = build(request, tree, progress)
            if sys.stderr.isatty() and not quiet:
                click.echo("\r\033[K", nl=False, err=True)
    return report


def _say(report: Report, started: float) -> None:
    click.echo(
        f"{report.files:,} files, {report.bytes:,} bytes; {report.changed:,} changed, {report.kept:,} kept, "
        f"{report.removed:,} removed; {time.perf_counter() - started:.2f} seconds"
    )


@main.command()
@_with_origins
@click.option("--quiet", is_flag=True, help="Print nothing but problems.")
@click.pass_obj
def build(config: Path, /, output: Path, *, quiet: bool, **origins: str | None) -> None:
    """Write the site to the output folder.

    Only what changed is written; the old site is exchanged for the new one in one step.
    """
    started = time.perf_counter()
    with _problems_listed():
        report = _build(_request(config, output, origins), quiet=quiet)
    if not quiet:
        _say(report, started)


@main.command()
@_with_origins
@click.pass_obj
def plan(config: Path, /, output: Path, **origins: str | None) -> None:
    """Show the files and bytes that a build would write, by route, and each host's limits."""
    from builder.build import plan_site  # noqa: PLC0415

    with _problems_listed():
        planned, standings = plan_site(_request(config, output, origins), _progress(quiet=False))
    width = max(len(row.label) for row in planned.rows)
    for row in planned.rows:
        click.echo(f"{row.label:<{width}}  {row.files:>8,} files  {row.bytes:>15,} bytes")
    click.echo(f"{'deployed as files':<{width}}  {planned.public_files:>8,} files  {planned.public_bytes:>15,} bytes")
    for standing in standings:
        click.echo(f"{standing.host:<{width}}  {'refused' if standing.problems else 'fits'}")
        for limit, used in standing.used:
            click.echo(f"  {limit.what:<{width - 2}}  {used:>14,} of {limit.most:>14,} ({limit.source})")
    if any(standing.problems for standing in standings):
        for standing in standings:
            for problem in standing.problems:
                click.echo(str(problem), err=True)
        sys.exit(1)


@main.command()
@_with_origins
@click.pass_obj
def check(config: Path, /, output: Path, **origins: str | None) -> None:
    """Check the dataset and the config and, where there is one, the built site."""
    from builder.check import check_site  # noqa: PLC0415

    with _problems_listed():
        findings = check_site(_request(config, output, origins), _progress(quiet=False))
    for warning in findings.warnings:
        click.echo(f"warning: {warning}", err=True)
    for fact in findings.facts:
        click.echo(fact)


@main.command()
@click.option(
    "--check", is_flag=True, help="Write nothing; name the files that differ and end with 1 when there are any."
)
@click.pass_obj
def docs(config: Path, /, *, check: bool) -> None:
    """Write the documents as Markdown into docs/, where readers of the repository find them.

    They are the pages of the site, made for the origins of the configuration.
    """
    from builder.build import make_site  # noqa: PLC0415
    from builder.config import load_config  # noqa: PLC0415
    from builder.handbook import differing, make_handbook, write_handbook  # noqa: PLC0415

    request = _request(config, Path("output"), {})
    with _problems_listed():
        settings = load_config(request.config, overrides=request.overrides)
        pages = make_handbook(make_site(request, settings, _progress(quiet=False)).rest(), settings.docs)
        names = differing(request.root / "docs", pages)
        if not check:
            write_handbook(request.root / "docs", pages)
    for name in names:
        click.echo(f"docs/{name} {'differs' if check else 'written'}")
    if check and names:
        click.echo("Run countries docs to write them.", err=True)
        sys.exit(1)


@main.command()
@_with_origins
@click.option("--port", default=8000, help="Port to listen on; 0 takes a free one.")
@click.option("--bind", default="127.0.0.1", help="Address to listen on.")
@click.option("--country", help="cca2 code reported for the caller; overrides [preview] country.")
@click.option("--watch", is_flag=True, help="Build again when an input changes.")
@click.option(
    "--engine",
    type=click.Choice(["embedded", *_ENGINES]),
    default="embedded",
    help="What runs the edge function: the engine inside the builder, or a real one, on the loopback alone.",
)
@click.pass_obj
def preview(config: Path, /, output: Path, **options: Any) -> None:
    """Build when needed, and serve the site as a CDN would.

    The site is built for the origin that is listened on, and answered by the edge function's own files.
    """
    from builder.preview import Options, listen, serve  # noqa: PLC0415

    engine = options.pop("engine")
    if engine != "embedded" and (options["watch"] or options["country"] or options["bind"] != "127.0.0.1"):
        raise click.UsageError(
            f"--watch, --country and --bind are not for --engine {engine}, which knows none of them."
        )
    origins = {name: options.pop(name) for name in _ORIGINS}
    chosen: Options = Options(**options)
    with _problems_listed():
        socket, origin = listen(chosen)
        request = _request(config, output, {**origins, "base_url": origins["base_url"] or origin})
        _build(request, quiet=False)
        click.echo(f"Serving {request.output} at {request.overrides['base_url']} (stop with Ctrl-C)")
        if engine != "embedded":
            from builder.engines.preview import serve as serve_in  # noqa: PLC0415

            socket.close()
            serve_in(engine, request.output, int(origin.rpartition(":")[2]))
            return
        serve(request, chosen, socket, lambda changed: _build(changed, quiet=True), click.echo)


for _command in COMMANDS:
    main.add_command(_command)
