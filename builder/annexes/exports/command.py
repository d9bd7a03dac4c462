"""The command ``export``."""

from pathlib import Path

import click

from builder.annexes.exports.export import export as write_formats
from builder.annexes.exports.export import export_formats
from builder.cli.shared_options import build_request, given_origins, with_origins
from builder.cli.terminal import problems_listed


@click.command(short_help="Write all records: JSON, CSV, SQLite and others.")
@click.option(
    "--format",
    "formats",
    type=click.Choice([*export_formats()]),
    multiple=True,
    required=True,
    help="Format to write; can be given several times.",
)
@click.option("--to", "folder", type=click.Path(path_type=Path), required=True, help="Folder to write to.")
@with_origins
@click.pass_obj
def export(config: Path, /, formats: tuple[str, ...], folder: Path, **origins: str | None) -> None:
    """Write all records as files: JSON, NDJSON, CSV, SQLite, or an npm package folder."""
    with problems_listed(f"no incomplete file was left in {folder}"):
        request = build_request(config, given_origins(origins))
        for path in write_formats(request, tuple(dict.fromkeys(formats)), folder):
            size = sum(file.stat().st_size for file in ([path] if path.is_file() else path.rglob("*")))
            click.echo(f"{path}: {size:,} bytes")


COMMAND = export
