"""The command ``mcp``."""

from pathlib import Path

import click

from builder.cli.shared_options import build_request, given_origins, with_origins
from builder.cli.terminal import problems_listed
from builder.input_errors import InputError, Problem


@click.command(short_help="Serve the dataset to agents: Model Context Protocol.")
@click.option("--data", metavar="DIR", help="Folder of a dataset; without it, that of the project, or the one shipped.")
@with_origins
@click.pass_obj
def mcp(config: Path, /, data: str | None, **origins: str | None) -> None:
    """Serve the dataset to agents by the Model Context Protocol, over standard input and output, until the input ends.

    A client starts this command; its tools answer without a network, as the service does. Links of flags are of the
    configured origin.
    """
    with problems_listed():
        request = build_request(config, given_origins(origins))
        if data is not None:
            folder = _dataset_folder(data)
            if folder is None:
                problem = Problem(data, "", "is not a folder of a dataset, with countries/")
                raise InputError([problem], "Name another folder with --data, or omit the option.")
            request = request._replace(dataset=folder)
        try:
            from builder.annexes.mcp.server import serve  # noqa: PLC0415  an optional dependency
        except ModuleNotFoundError as error:
            if error.name not in ("mcp", "mcp_types"):
                raise
            advice = 'Install it with: pip install "country-reference[mcp]"'
            raise InputError([Problem("mcp", "", "is not installed; the command requires it")], advice) from None
        serve(request)


def _dataset_folder(name: str) -> Path | None:
    """Return the folder *name*, or ``data/`` in it, where it holds a dataset."""
    folders = [Path(name), Path(name) / "data"] if name else []
    return next((folder.resolve() for folder in folders if (folder / "countries").is_dir()), None)


COMMAND = mcp
