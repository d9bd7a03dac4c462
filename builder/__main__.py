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

# The commands of a refresh, with the line that the list of commands has for each.
REFRESH_COMMANDS = {"refresh": "Rewrite data/ from its sources.", "agree": "Compare the dataset with other sources."}
_INTERRUPTED = 130
# Objects made between two searches for garbage. A build leaves hardly any; Python's own number takes it half a second.
_SEARCHED_AFTER = 50_000


def _has_refresh() -> bool:
    # Only a checkout has it. It fills the tables, too, so it needs their declarations.
    here = (Path(__file__).parents[1] / "refresh/command.py").exists()
    return here and bool(find_spec("builder.extensions.tables"))


def judge(*files: object) -> Iterable["Problem"]:
    """Find the faults of files that no build reads, by ``refresh/audit/judge.py``; none without a refresh."""
    found: Iterable[Problem] = import_module("refresh.audit.judge").judge(*files) if _has_refresh() else ()
    return found


def start() -> None:
    """Run the command line. It ends with 130 when it is interrupted, also while the modules of a command are loaded."""
    gc.set_threshold(_SEARCHED_AFTER)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal need not show every character.
            stream.reconfigure(errors="backslashreplace")
    stdout = sys.stdout
    for name, summary in REFRESH_COMMANDS.items() if _has_refresh() and find_spec("lxml") else ():
        main.add_command(LazyCommand(name, "refresh.command", summary))
    try:
        sys.exit(main(standalone_mode=False, obj=judge))
    except click.ClickException as error:
        error.show()
        if isinstance(error, click.NoSuchOption) and error.option_name == "--config":
            sys.stderr.write("It goes before the command: countries --config FILE COMMAND.\n")
        sys.exit(error.exit_code)
    except click.Abort:
        sys.stderr.write("Interrupted.\n")
        sys.exit(_INTERRUPTED)
    except OSError as error:
        sys.exit(f"{error.filename or 'standard output'}: {error.strerror or error}.")
    except SystemExit:
        if sys.stdout is not stdout:
            # The library has replaced it, because the reader, such as head, has enough.
            sys.exit(0)
        raise


if __name__ == "__main__":
    start()
