"""Lays down a project: what is shipped and may be changed."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.inputs import SHIPPED
from builder.problems import InputError, Problem

NAMES = ("site_config.toml", "data")


def lay_down(folder: Path, shipped: Path = SHIPPED) -> tuple[Path, ...]:
    """Copy the configuration and the dataset from *shipped* into *folder*, which is made where it is not there.

    Returns the paths that were written. Raises ``InputError`` with each that is there already; nothing is then written.
    """
    paths = tuple(folder / name for name in NAMES)
    there = [path for path in paths if path.exists() or path.is_symlink()]
    if there:
        raise InputError(
            [Problem(str(path), "", "is there already; name another folder, or move it away") for path in there]
        )
    folder.mkdir(parents=True, exist_ok=True)
    # A copy that is broken off must not pass for a dataset: whole parts are moved to their place.
    with TemporaryDirectory(dir=folder, prefix=".countries-") as beside:
        for path in paths:
            source, copy = shipped / path.name, Path(beside) / path.name
            if source.is_dir():
                shutil.copytree(source, copy, copy_function=shutil.copyfile)
            else:
                shutil.copyfile(source, copy)
        for path in paths:
            (Path(beside) / path.name).rename(path)
    return paths
