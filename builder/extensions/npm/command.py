"""The command ``npm``."""

from pathlib import Path

import click

from builder.extensions.npm.package import write_package
from builder.inputs.errors import InputError, Problem
from builder.inputs.terminal import problems_listed
from builder.project.build_request import read_config
from builder.project.shared_options import Project, build_request, chosen_urls, with_url_options
from builder.project.site_urls import is_loopback


@click.command()
@click.option("--to", "folder", type=click.Path(path_type=Path), required=True, help="Folder to write to.")
@with_url_options
@click.pass_obj
def npm(project: Project, /, folder: Path, **urls: str | None) -> None:
    """Write a package folder, ready for npm pack: a typed module for each country and each table.

    Records have the URLs of their flags, so the URL of the flags must be one that others can reach.
    """
    with problems_listed(f"no incomplete package was left in {folder}"):
        request = build_request(project, chosen_urls(urls))
        if is_loopback(url := read_config(request).cdn):
            advice = "Set base_url, or cdn_url, to where the site is published; --base-url does so for one run."
            raise InputError([Problem("cdn_url", "", f"is {url}, which only this machine can reach")], advice)
        package = write_package(request, folder)
    click.echo(f"{package}: {sum(file.stat().st_size for file in package.rglob('*')):,} bytes")
