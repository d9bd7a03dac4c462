"""How all commands report problems, and show on a terminal how far they are."""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from builder.inputs.errors import PROGRESS, InputError


@contextmanager
def problems_listed(unharmed: str = "", *, quiet: bool = False) -> Iterator[None]:
    """Print every problem and exit with 1. *unharmed* says what is unchanged when a command cannot write.

    Unless *quiet*, a terminal shows the progress meanwhile, in a line that is empty at the end.
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
        # The reader, such as head, has enough. A second failure, when Python closes its output, is prevented.
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
