"""Starts the command line: ``countries``, or ``python -m builder``."""

import sys


def start() -> None:
    """Run the command line. An interrupt while its modules are loaded ends it as one of a command does."""
    try:
        from builder.cli import main  # noqa: PLC0415  the modules take a moment to load
    except KeyboardInterrupt:
        sys.stderr.write("Aborted!\n")
        sys.exit(1)
    main()


if __name__ == "__main__":
    start()
