"""The command ``npm``."""

from pathlib import Path

import click

from builder.extensions.npm.package import write_package
from builder.inputs.terminal import problems_listed
from builder.project.options import Project, build_request, given_origins, with_origins


@click.command(short_help="Write the npm package of the records and tables.")
@click.option("--to", "folder", type=click.Path(path_type=Path), required=True, help="Folder to write to.")
@with_origins
@click.pass_obj
def npm(project: Project, /, folder: Path, **origins: str | None) -> None:
    """Write a package folder, ready for npm pack: a typed module for each country and each table."""
    with problems_listed(f"no incomplete package was left in {folder}"):
        package = write_package(build_request(project, given_origins(origins)), folder)
    click.echo(f"{package}: {sum(file.stat().st_size for file in package.rglob('*')):,} bytes")


COMMAND = npm
