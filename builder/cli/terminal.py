"""What every command prints alike."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from builder.problems import InputError


@contextmanager
def problems_listed(unharmed: str) -> Iterator[None]:
    """End with exit code 1 and every problem listed; *unharmed* says what a failing disk has left as it was."""
    try:
        yield
    except InputError as error:
        click.echo(str(error), err=True)
        count = len(error.problems)
        click.echo(f"{count} problem{'s' if count != 1 else ''} found.", err=True)
        sys.exit(1)
    except OSError as error:
        click.echo(f"{error.filename or 'the disk'}: {error.strerror or error}; {unharmed}.", err=True)
        sys.exit(1)


def progress(*, quiet: bool) -> Callable[[str, int], None]:
    """Make a function that shows on a terminal how many of what are done; elsewhere it shows nothing."""
    if quiet or not sys.stderr.isatty():
        return lambda _what, _done: None

    def show(what: str, done: int) -> None:
        click.echo(f"\r{what}: {done:,}\033[K", nl=False, err=True)

    return show
