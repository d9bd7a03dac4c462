"""Starts the command line: ``countries``, or ``python -m builder``."""

import codecs
import io
import json
import os
import sys

_INTERRUPTED = 130


def start() -> None:
    """Run the command line. It ends with 130 when it is interrupted, also while its modules are loaded."""
    if sys.flags.optimize > 1:
        sys.exit("countries: texts for users would be missing; run Python without -OO.")
    _prepare_streams()
    try:
        import click  # noqa: PLC0415  the modules take a moment to load

        from builder.cli import main  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    stdout = sys.stdout
    try:
        sys.exit(main(standalone_mode=False))
    except click.ClickException as error:
        error.show()
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


def _prepare_streams() -> None:
    """Open what the caller has closed, and escape what a terminal cannot show, as JSON does."""
    codecs.register_error("as-json", lambda fault: (json.dumps(fault.object[fault.start : fault.end])[1:-1], fault.end))  # type: ignore[attr-defined]
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="as-json")


if __name__ == "__main__":
    start()
