"""Starts the command line: ``countries``, or ``python -m builder``."""

import gc
import io
import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.cli import LazyCommand, main

if TYPE_CHECKING:
    from builder.inputs.errors import Problem

# The commands that the folder refresh/ adds, each with its line in the list of commands.
REFRESH_COMMANDS = {"refresh": "Rewrite data/ from its sources.", "agree": "Compare the dataset with other sources."}
_INTERRUPTED = 130
# Python searches for garbage after this many new objects. With its default, the searches add half a second to a build.
_GARBAGE_THRESHOLD = 50_000


def _has_refresh() -> bool:
    # Only a checkout has the folder refresh/. A refresh also fills the tables, so it needs their declarations.
    is_checkout = (Path(__file__).parents[1] / "refresh/command.py").exists()
    return is_checkout and bool(find_spec("builder.extensions.tables"))


def judge(*inputs: object) -> Iterable["Problem"]:
    """Find faults in facts, and in files that only a refresh reads. Without the code of refresh, find none."""
    found: Iterable[Problem] = import_module("refresh.audit.judge").judge(*inputs) if _has_refresh() else ()
    return found


def start() -> None:
    """Run the command line. An interrupt ends it with exit code 130, also while the modules of a command are loaded."""
    gc.set_threshold(_GARBAGE_THRESHOLD)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # The encoding of a terminal may lack some characters.
            stream.reconfigure(errors="backslashreplace")
    stdout = sys.stdout
    for name, summary in REFRESH_COMMANDS.items() if _has_refresh() and find_spec("lxml") else ():
        main.add_command(LazyCommand(name, "refresh.command", summary))
    try:
        sys.exit(main(standalone_mode=False, obj=judge))
    except click.ClickException as error:
        error.show()
        if isinstance(error, click.NoSuchOption) and error.option_name == "--config":
            sys.stderr.write("--config goes before the command: countries --config FILE COMMAND.\n")
        sys.exit(error.exit_code)
    except click.Abort:
        sys.stderr.write("Interrupted.\n")
        sys.exit(_INTERRUPTED)
    except OSError as error:
        sys.exit(f"{error.filename or 'standard output'}: {error.strerror or error}.")
    except SystemExit:
        if sys.stdout is not stdout:
            # click replaces stdout when the program that reads from the pipe, such as head, has closed it.
            sys.exit(0)
        raise


if __name__ == "__main__":
    start()
