"""Writes a new project: a copy of the shipped configuration and dataset."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from builder.inputs.errors import InputError, Problem
from builder.inputs.terminal import problems_listed
from builder.project.build_request import SHIPPED

NAMES = ("site_config.toml", "data")


def lay_down(folder: Path, shipped: Path = SHIPPED) -> tuple[Path, ...]:
    """Copy the configuration and the dataset from *shipped* to *folder*, which is created if missing.

    Returns the paths written. Raises ``InputError`` with each path that already exists; nothing is written then.
    """
    paths = tuple(folder / name for name in NAMES)
    there = [path for path in paths if path.exists() or path.is_symlink()]
    if there:
        raise InputError(
            [Problem(str(path), "", "already exists; use another folder, or move it away") for path in there]
        )
    folder.mkdir(parents=True, exist_ok=True)
    # An interrupted copy must not look like a dataset, so complete copies are moved into place.
    with TemporaryDirectory(dir=folder, prefix=".countries-") as temporary:
        for path in paths:
            source, copy = shipped / path.name, Path(temporary) / path.name
            if source.is_dir():
                shutil.copytree(source, copy, copy_function=shutil.copyfile)
            else:
                shutil.copyfile(source, copy)
        for path in paths:
            (Path(temporary) / path.name).rename(path)
    return paths


@click.command(short_help="Write a new project with the shipped dataset.")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
def init(folder: Path) -> None:
    """Write a new project to DIR: a copy of the shipped configuration and dataset.

    Commands use it with --config DIR/site_config.toml, or when they run in DIR. Other inputs are those shipped, unless
    DIR has a folder of the same name. Existing files are not replaced.
    """
    with problems_listed("nothing was written"):
        laid = lay_down(folder)
    for path in laid:
        click.echo(f"{path} written")
