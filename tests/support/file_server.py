"""Python's own file server, which knows nothing of the service: what a bucket or a page of a repository is like."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def file_server(folder: Path, port: int) -> Iterator[None]:
    """Serve *folder* on *port* of the loopback until the block ends."""
    command = [sys.executable, "-u", "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout
        # It says where it listens once it does.
        server.stdout.readline()
        yield
    finally:
        server.kill()
        server.communicate()
