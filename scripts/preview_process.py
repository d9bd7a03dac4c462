"""Runs a preview in a separate process, as a user does."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from builder.project.build_request import BuildRequest

ROOT = Path(__file__).resolve().parents[1]

_END_SECONDS = 60.0
_ORIGIN = re.compile(r"^Serving .* at (http://\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Served:
    """A running preview: its origin, and the request of its site."""

    origin: str
    request: BuildRequest


@contextmanager
def preview(request: BuildRequest, *options: str) -> Iterator[Served]:
    """Serve the site of *request* on a free port until the block ends; it must then end with exit code 0."""
    log = request.root / "preview.log"
    command = [sys.executable, "-m", "builder", "preview", "--port", "0", *options]
    with log.open("w") as errors:
        process = subprocess.Popen(
            command,
            cwd=request.root,
            env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        # It listens before it prints its origin.
        origin = _origin(process, log)
        yield Served(origin, request._replace(overrides={"base_url": origin}))
    finally:
        process.terminate()
        process.wait(_END_SECONDS)
        if process.stdout:
            process.stdout.close()
    if process.returncode:
        raise RuntimeError(f"the preview ended with {process.returncode}: {log.read_text()}")


def _origin(process: subprocess.Popen[str], log: Path) -> str:
    for line in process.stdout or ():
        if found := _ORIGIN.match(line):
            return found[1]
    raise RuntimeError(f"the preview did not start: {log.read_text()}")
