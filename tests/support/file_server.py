"""Static file servers, as a bucket or GitHub Pages."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from scripts.engines import Process, nginx_process, running

_PLAIN = """
    types {{ application/json json; }}
    server {{ listen 127.0.0.1:{port}; root {folder}; }}
"""


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


@contextmanager
def quick_file_server(folder: Path, port: int) -> Iterator[None]:
    """Serve *folder* with nginx; for sixteen thousand files Python's server takes half a minute."""

    def start(served: Path, scratch: Path, listened: int) -> Sequence[Process]:
        return [nginx_process(scratch, listened, _PLAIN.format(folder=served / folder.name, port=listened))]

    # What nginx needs is written beside the folder that is given here, and other tests check the site for changes.
    with running(start, folder.parent, port):
        yield
