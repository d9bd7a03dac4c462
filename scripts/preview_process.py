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
_ORIGIN = re.compile(r"^Serving .* at (http://[\w.:]+)", re.MULTILINE)


@dataclass(frozen=True)
class Served:
    """A running preview: its process, its first message, its origin, and the request of its site."""

    process: subprocess.Popen[str]
    greeting: str
    origin: str
    request: BuildRequest


@contextmanager
def preview(request: BuildRequest, *options: str, code: Path = ROOT, **environment: str) -> Iterator[Served]:
    """Serve the site of *request* on a free port with the builder in *code*. The preview must end with exit code 0."""
    log = request.root / "preview.log"
    command = [sys.executable, "-m", "builder", "preview", "--port", "0", *options]
    with log.open("w") as errors:
        process = subprocess.Popen(
            command,
            cwd=request.root,
            env={"PYTHONPATH": str(code), "PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", **environment},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        # The preview listens before it prints its origin.
        greeting, origin = _greeting(process, log)
        yield Served(process, greeting, origin, request._replace(overrides={"base_url": origin}))
    finally:
        process.terminate()
        # This also closes the pipe of its messages.
        process.communicate(timeout=_END_SECONDS)
    if process.returncode:
        raise RuntimeError(f"the preview ended with {process.returncode}: {log.read_text()}")


def _greeting(process: subprocess.Popen[str], log: Path) -> tuple[str, str]:
    for line in process.stdout or ():
        if found := _ORIGIN.match(line):
            return line, found[1]
    raise RuntimeError(f"the preview did not start: {log.read_text()}")
