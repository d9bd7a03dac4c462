"""The standalone Node server."""

from collections.abc import Sequence
from pathlib import Path

from builder.preview.engines.process import Process, found


def processes(site: Path, _scratch: Path, port: int) -> Sequence[Process]:
    """Define the server's process."""
    node = found("node", "Install Node 22 or newer.")
    environment = {"PORT": str(port), "HOST": "127.0.0.1"}
    return [Process([node, site / "hosts" / "node" / "server.js"], port, environment)]
