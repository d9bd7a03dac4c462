"""Prints the problems that commands find, and shows their progress on a terminal."""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from builder.inputs.errors import PROGRESS, InputError


@contextmanager
def problems_listed(unharmed: str = "", *, quiet: bool = False) -> Iterator[None]:
    """Print the problems that the block raises, and exit with 1. *unharmed* says what a failed write has not changed.

    Unless *quiet*, a terminal shows the progress of the block, in a line that is empty at the end.
    """
    try:
        with _progress_shown(is_shown=sys.stderr.isatty() and not quiet):
            yield
    except InputError as error:
        click.echo(str(error), err=True)
        count = len(error.problems)
        click.echo(f"{count} problem{'s' if count != 1 else ''} found.", err=True)
        sys.exit(1)
    except BrokenPipeError:
        # The reader, such as head, has closed the pipe. Python must not fail again when it closes its output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        end = f"; {unharmed}" if unharmed else ""
        click.echo(f"{error.filename or 'the disk'}: {error.strerror or error}{end}.", err=True)
        sys.exit(1)


@contextmanager
def _progress_shown(*, is_shown: bool) -> Iterator[None]:
    PROGRESS.setLevel(logging.INFO if is_shown else logging.WARNING)
    line = logging.StreamHandler()
    line.terminator = "\r"
    line.setFormatter(logging.Formatter("%(message)-40s"))
    PROGRESS.addHandler(line)
    try:
        yield
    finally:
        PROGRESS.info("")
        PROGRESS.removeHandler(line)
