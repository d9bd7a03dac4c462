"""The command line: it parses and prints, and leaves the work to the modules it calls.

Commands import what they need when they run, so that an unchanged build ends before a stage is loaded.
"""

from pathlib import Path

import click

from builder import __version__
from builder.cli import dataset_commands as dataset
from builder.cli import site_commands as site
from builder.cli.options import CONFIG


@click.group(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.version_option(__version__)
@click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    default=CONFIG,
    help="The configuration; data/ and all else is read from its folder or, where it is not there, as shipped.",
)
@click.pass_context
def main(context: click.Context, config: Path) -> None:
    """Build, check and preview a country reference service made of static files.

    Exit codes: 0 done, 1 problems were found and listed, 2 the command was misused.
    """
    context.obj = config


for _command in (*site.COMMANDS, *dataset.COMMANDS):
    main.add_command(_command)
