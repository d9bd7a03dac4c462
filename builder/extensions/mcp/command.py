"""The command ``mcp``."""

import click

from builder import __version__
from builder.inputs.errors import InputError, Problem
from builder.inputs.terminal import problems_listed
from builder.project.shared_options import Project, build_request, chosen_urls, with_url_options


@click.command()
@with_url_options
@click.pass_obj
def mcp(project: Project, /, **urls: str | None) -> None:
    """Serve the dataset to agents by the Model Context Protocol, over standard input and output, until the input ends.

    A client starts this command. Its tools give the answers of the service, and need no network. URLs of images begin
    with the cdn_url of the configuration.
    """
    with problems_listed():
        try:
            from builder.extensions.mcp.server import serve  # noqa: PLC0415  an optional dependency
        except ModuleNotFoundError as error:
            if error.name not in ("mcp", "mcp_types"):
                raise
            from_wheel = f'pip install "./country_reference-{__version__}-py3-none-any.whl[mcp]"'
            advice = f'Install it. In the folder of the wheel: {from_wheel}; in a checkout: pip install ".[mcp]".'
            raise InputError([Problem("mcp", "", "is not installed; the command requires it")], advice) from None
        serve(build_request(project, chosen_urls(urls)))
