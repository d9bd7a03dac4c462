"""What ``refresh/`` adds to the command line in a checkout: its commands, and a judge of the files that it reads."""

from collections.abc import Callable, Collection, Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.inputs.errors import Problem
    from builder.site.site import Site

# The module of the commands.
MODULE = "refresh.command"
Judge = Callable[[Path, "Site | None", Collection[str]], Iterable["Problem"]]
"""Finds faults in the files of a folder ``data/`` that no build reads; see ``refresh/audit/judge.py``."""


def _is_here() -> bool:
    # It fills the tables, too, so it needs their declarations.
    return (Path(__file__).parents[2] / "refresh/command.py").exists() and bool(find_spec("builder.extensions.tables"))


def summaries() -> dict[str, str]:
    """Say what the commands do, by name. They need the packages of the extra ``refresh``."""
    listed = {"refresh": "Rewrite data/ from its sources.", "agree": "Compare the dataset with other sources."}
    return listed if _is_here() and find_spec("lxml") else {}


def judge_files() -> Judge:
    """Load the judge of the files that only a refresh reads; without a refresh, one that finds no fault."""
    return import_module("refresh.audit.judge").judge if _is_here() else lambda *_: ()
