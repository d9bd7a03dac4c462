"""Output that all commands share: problems and progress."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click

from builder.input_errors import InputError, Progress, silent


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


@contextmanager
def progress(*, quiet: bool = False) -> Iterator[Progress]:
    """Yield a function that shows a progress bar for each stage on a terminal; without a terminal it shows nothing."""
    if quiet or not sys.stderr.isatty():
        yield silent
        return
    with ExitStack() as stack:
        yield _Bars(stack).show


class _Bars:
    """The progress bars of one stage after another. A new stage name or a new total starts a new line."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._stage: tuple[str, int] | None = None
        self._bar: Any = None

    def show(self, stage: str, done: int, total: int) -> None:
        """Show *done* of *total* for *stage*."""
        if self._stage != (stage, total):
            self._stack.close()
            self._stage = stage, total
            bar = click.progressbar(length=total, label=stage, file=sys.stderr, show_pos=True, show_percent=True)
            self._bar = self._stack.enter_context(bar)
        self._bar.update(max(0, done - self._bar.pos))
        # End the line with the stage, so that later output starts on a new line.
        if done >= total:
            self._stack.close()
