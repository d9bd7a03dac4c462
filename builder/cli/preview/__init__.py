"""The command ``preview``: it serves a site on this machine, without writing it."""

from typing import Any

import click

from builder.cli.preview.server import Options, preview_site
from builder.inputs.terminal import problems_listed
from builder.project.shared_options import Project, build_request


@click.command()
@click.option("--base-url", help="Origin where a browser finds the preview, if a proxy is in between.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="Port to listen on; 0 chooses a free port.")
@click.option("--bind", default="127.0.0.1", help="Address to listen on.")
@click.option("--country", help="cca2 code of the caller's country, or empty for none; overrides [preview] country.")
@click.option("--watch", is_flag=True, help="Rebuild when an input changes.")
@click.pass_obj
def preview(project: Project, /, base_url: str | None, **options: Any) -> None:
    """Serve the site as a CDN would, without writing it.

    The site is made for the address of the preview, whatever URLs the config and the environment set, so that links,
    flags and examples point to the preview. The edge function of the site answers.
    """
    with problems_listed("the site is unchanged"):
        preview_site(build_request(project, {}), Options(**options), click.echo, base_url)
