"""Makes the files of a server that needs only Node, with or without nginx in front of it."""

from pathlib import Path

from builder.api.types import Entry
from builder.hosts.shared.deployment import Deployment, HostOutput, adapter, renderer
from builder.hosts.shared.limits import Limit

LIMITS: tuple[Limit, ...] = ()


def make(deployment: Deployment) -> HostOutput:
    """Make the server, a systemd unit, a Dockerfile and the instructions."""
    render = renderer(deployment, "node")
    files = (
        adapter("node"),
        Entry.of("hosts/node/server.js", Path(__file__).with_name("server.js").read_bytes()),
        *map(render, ("countries.service", "Dockerfile", "README.md")),
    )
    return HostOutput("node", files, LIMITS, {})
