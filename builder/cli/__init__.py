"""The command line. It parses options and prints results; other modules do the work."""

from importlib import import_module
from pathlib import Path
from typing import Any

import click

from builder import CONFIG, __version__
from builder.extensions import NAMES, load_extensions

# The commands of the service, each with its line in the list of commands.
_COMMANDS = {
    "build": "Write the site to the output folder.",
    "plan": "Show the files of a build, and the limits of hosts.",
    "check": "Check the dataset, the config and the built site.",
    "preview": "Serve the site as a CDN would, without writing it.",
    "init": "Write a new project.",
}


class LazyCommand(click.Command):
    """A command whose *module* is imported when it runs, so that listing the commands imports no module."""

    def __init__(self, name: str, module: str, summary: str) -> None:
        super().__init__(name, short_help=summary)
        self.module = module

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Import the command, and parse its arguments."""
        command: click.Command = getattr(import_module(self.module), str(self.name))
        return command.make_context(*args, **more)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.version_option(__version__)
@click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    default=CONFIG,
    help="Configuration file. Other inputs, such as data/, are read from its folder or, if missing, from the builder.",
)
@click.pass_context
def main(context: click.Context, config: Path) -> None:
    """Build, check and preview an API of country records made of static files.

    Exit codes: 0 success, 1 problems were found and listed, 2 wrong usage, 130 interrupted.
    """
    from builder.project.shared_options import Project, no_faults  # noqa: PLC0415  the list of commands does not need it

    try:
        Path.cwd()
    except FileNotFoundError:
        raise click.ClickException("The working folder is gone; change to another one.") from None
    context.obj = Project(config, load_extensions(), context.obj or no_faults)


for _module, _summaries in (
    ("builder.cli.{}", _COMMANDS),
    ("builder.extensions.{}.command", {name: summary for name, summary in NAMES.items() if summary}),
):
    for _name, _summary in _summaries.items():
        main.add_command(LazyCommand(_name, _module.format(_name), _summary))
