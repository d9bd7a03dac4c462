"""Output that all commands share: problems and progress."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from builder.input_errors import InputError, Progress, silent

# A stage may have thousands of files.
_STEP = 100


@contextmanager
def problems_listed(unharmed: str = "") -> Iterator[None]:
    """Print every problem and exit with 1. Of a command that writes, *unharmed* says what a failed disk leaves."""
    try:
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


def progress(*, quiet: bool = False) -> Progress:
    """Return a function that shows the progress of each stage in a line on a terminal; without a terminal, nothing."""
    return silent if quiet or not sys.stderr.isatty() else _show


def _show(stage: str, done: int, total: int) -> None:
    # What follows is written over the line of a stage that has not ended.
    if done >= total or done % _STEP == 0:
        end = "\n" if done >= total else "\r"
        click.echo(f"{stage} {done:,} of {total:,}{end}", nl=False, err=True)
