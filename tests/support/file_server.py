"""Runs a static file server, which answers as a bucket or GitHub Pages does."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def file_server(folder: Path, port: int) -> Iterator[None]:
    """Serve *folder* with Python's file server on *port* of the loopback address until the block ends."""
    command = [sys.executable, "-u", "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout
        # It prints its address once it listens.
        server.stdout.readline()
        yield
    finally:
        server.kill()
        server.communicate()
