"""The standalone Node server."""

from collections.abc import Sequence
from pathlib import Path

from builder.preview.engines.process import Process, found


def program() -> Path:
    """Find Node. Raises ``InputError`` when it is not installed."""
    return found("node", "Install Node 22 or newer.")


def processes(site: Path, _scratch: Path, port: int) -> Sequence[Process]:
    """Define the process, with one worker, which keeps what it answered before."""
    environment = {"PORT": str(port), "HOST": "127.0.0.1", "WORKERS": "1"}
    return [Process([program(), site / "hosts" / "node" / "server.js"], port, environment)]
