"""Starts the command line: ``countries``, or ``python -m builder``."""

import gc
import io
import sys

import click

from builder.cli import main

_INTERRUPTED = 130
# Objects made between two searches for garbage. A build leaves hardly any; Python's own number takes it half a second.
_SEARCHED_AFTER = 50_000


def start() -> None:
    """Run the command line. It ends with 130 when it is interrupted, also while the modules of a command are loaded."""
    gc.set_threshold(_SEARCHED_AFTER)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal need not show every character.
            stream.reconfigure(errors="backslashreplace")
    stdout = sys.stdout
    try:
        sys.exit(main(standalone_mode=False))
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
