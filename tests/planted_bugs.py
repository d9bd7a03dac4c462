"""Plant bugs in a copy of the project, one at a time, and run the tests that should find each.

``planted_bugs.toml`` has each bug as a file, the text to find there, the text in its place, and tests of its module.
``python -m tests.planted_bugs`` prints which test finds each, and ends with 1 if a bug survives. Words select bugs
whose title contains one of them.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from tests.support.project import copy_checkout

_LIST = Path(__file__).with_suffix(".toml")


class Bug(NamedTuple):
    """A bug: what it is, the file from the top folder, the text there, its replacement, and tests that find it."""

    title: str
    file: str
    find: str
    put: str
    tests: list[str]


def read_bugs(words: list[str]) -> list[Bug]:
    """Read the bugs, or those whose title contains one of *words*."""
    bugs = [Bug(**bug) for bug in tomllib.loads(_LIST.read_text("utf-8"))["bug"]]
    return [bug for bug in bugs if not words or any(word in bug.title for word in words)]


def main(words: list[str]) -> int:
    """Try the bugs; return the number of those that no test finds. Exits if a bug cannot be planted."""
    bugs, survivors = read_bugs(words), 0
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_checkout(Path(folder) / "copy")
        for tests in sorted({tuple(bug.tests) for bug in bugs}):
            if problem := _output_of_failure(copy, tests):
                sys.exit(f"{' '.join(tests)} fails without a bug:\n{problem}")
        for bug in bugs:
            found = _lines_of_failure(copy, bug)
            survivors += not found
            click.echo(f"{'found' if found else 'SURVIVES'}: {bug.title}")
            click.echo("".join(f"  {line}\n" for line in found), nl=False)
    click.echo(f"{len(bugs) - survivors} of {len(bugs)} bugs are found.")
    return survivors


def _lines_of_failure(copy: Path, bug: Bug) -> list[str]:
    """Plant a bug, run its tests, and return up to three lines that name a failure."""
    file = copy / bug.file
    text = file.read_text("utf-8")
    if text.count(bug.find) != 1:
        sys.exit(f"{bug.file} has {bug.find!r} {text.count(bug.find)} times; {bug.title!r} cannot be planted.")
    file.write_text(text.replace(bug.find, bug.put), "utf-8")
    try:
        return [*_failed_tests(_output_of_failure(copy, tuple(bug.tests)))]
    finally:
        file.write_text(text, "utf-8")


def _output_of_failure(copy: Path, tests: tuple[str, ...]) -> str:
    """Run the tests in *copy*, except soak tests; return what they print if one fails."""
    if tests[0].endswith(".js"):
        command = ["node", "--test", "--test-reporter=tap", *tests]
    else:
        command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "--numprocesses=0", "-x", *tests]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def _failed_tests(output: str) -> Iterator[str]:
    lines = [line.strip() for line in output.splitlines()]
    named = [line for line in lines if line.startswith(("FAILED ", "ERROR ", "not ok "))]
    yield from (line[:160] for line in (named or lines[-1:])[:3])


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
