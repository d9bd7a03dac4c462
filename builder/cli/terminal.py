"""What every command prints alike."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click

from builder.problems import InputError, Progress, silent


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


@contextmanager
def progress(*, quiet: bool = False) -> Iterator[Progress]:
    """Give a function that shows on a terminal how much of a stage is done, a line each; elsewhere it shows nothing."""
    if quiet or not sys.stderr.isatty():
        yield silent
        return
    with ExitStack() as stack:
        yield _Bars(stack).show


class _Bars:
    """Bars of one stage after another. A stage that comes with another name, or another total, begins a line."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._stage: tuple[str, int] | None = None
        self._bar: Any = None

    def show(self, stage: str, done: int, total: int) -> None:
        """Bring the bar of *stage* to *done* of *total*."""
        if self._stage != (stage, total):
            self._stack.close()
            self._stage = stage, total
            bar = click.progressbar(length=total, label=stage, file=sys.stderr, show_pos=True, show_percent=True)
            self._bar = self._stack.enter_context(bar)
        self._bar.update(max(0, done - self._bar.pos))
        # The line ends with the stage: what a command prints next begins its own.
        if done >= total:
            self._stack.close()
