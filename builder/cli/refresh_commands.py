"""What ``refresh/`` adds to the command line in a checkout: its commands, and a judge of the files that it reads."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click

from builder.cli.check import Judge, judge_nothing


def _is_here() -> bool:
    # It fills the tables, too, so it needs their declarations.
    return (Path(__file__).parents[2] / "refresh/command.py").exists() and bool(find_spec("builder.annexes.tables"))


def commands() -> tuple[click.Command, ...]:
    """Load the commands."""
    return import_module("refresh.command").COMMANDS if _is_here() else ()


def judge() -> Judge:
    """Load the judge of the files that only a refresh reads."""
    return import_module("refresh.command").JUDGE if _is_here() else judge_nothing
