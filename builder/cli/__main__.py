"""Run the command line as ``python -m builder.cli``."""

from builder.cli import main

if __name__ == "__main__":
    main()
