"""Static file servers, as a bucket or GitHub Pages."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from builder.preview.engines.nginx import temporary
from builder.preview.engines.process import Process, found, running

_PLAIN = """
daemon off;
user root;
pid {scratch}/nginx.pid;
error_log stderr crit;
events {{}}
http {{
    types {{ application/json json; }}
    access_log off;
    keepalive_requests 1000000;
    {temporary}
    server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
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
        configuration = scratch / "nginx.conf"
        text = _PLAIN.format(scratch=scratch, temporary=temporary(scratch), folder=served / folder.name, port=listened)
        # Only root may set a user, and must: the folder of a run is private.
        lines = text if Path("/proc/self").stat().st_uid == 0 else text.replace("user root;", "")
        configuration.write_text(lines)
        nginx = found("nginx", "Install the package nginx of your system.")
        return [Process([nginx, "-p", scratch, "-c", configuration, "-e", "stderr"], listened)]

    # What nginx needs is written beside the folder that is given here, and other tests check the site for changes.
    with running(start, folder.parent, port):
        yield
