"""How all commands report problems."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from builder.input_errors import InputError


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
