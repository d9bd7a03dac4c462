"""Run every measurement and print it; ``make bench`` keeps the result in BENCHMARKS.md."""

import subprocess
import sys
from itertools import chain

from tests.bench import builds, hosts
from tests.bench.builds import ROOT


def main() -> None:
    """Print each figure with what it is held against."""
    missed = 0
    for figure in chain(builds.figures(), hosts.figures()):
        target = "" if figure.target is None else f" (at most {figure.target:g})"
        if figure.target is not None and figure.ratio > figure.target:
            missed += 1
            target += "  MISSED"
        sys.stdout.write(f"{figure.name}: {figure.value}, {figure.ratio:.2f} of {figure.against}{target}\n")
        sys.stdout.flush()
    subprocess.run(["node", "tests/core/speed.js"], cwd=ROOT, check=True)
    sys.stdout.write(f"{missed} targets missed\n")


if __name__ == "__main__":
    main()
