"""The command line. It parses options and prints results; other modules do the work."""

from pathlib import Path

import click

from builder import __version__
from builder.cli import refresh_commands
from builder.cli.build import build
from builder.cli.check import check
from builder.cli.init import init
from builder.cli.plan import plan
from builder.cli.preview import preview
from builder.extensions import load_commands, load_extensions
from builder.project.options import CONFIG, Project


@click.group(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.version_option(__version__)
@click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    default=CONFIG,
    help="Configuration file. data/ and other inputs are read from its folder; missing ones are those shipped.",
)
@click.pass_context
def main(context: click.Context, config: Path) -> None:
    """Build, check and preview an API of country records made of static files.

    Exit codes: 0 success, 1 problems were found and listed, 2 wrong usage, 130 interrupted.
    """
    try:
        Path.cwd()
    except FileNotFoundError:
        raise click.ClickException("The working folder is gone; change to another one.") from None
    context.obj = Project(config, load_extensions())


for _command in (build, plan, check, preview, init, *load_commands(), *refresh_commands.commands()):
    main.add_command(_command)
