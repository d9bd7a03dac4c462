"""A server that needs only Node, with or without nginx in front of it."""

from pathlib import Path

from builder.api.types import Entry
from builder.hosts.shared.deployment import Deployment, Hosted, adapter, renderer
from builder.hosts.shared.limits import Limit

LIMITS: tuple[Limit, ...] = ()
# The modules that run unchanged: the start of the workers, and the bounds on connections.
_MODULES = ("server.js", "connections.js")


def make(deployment: Deployment) -> Hosted:
    """Make the server, a systemd unit, a Dockerfile and the instructions."""
    render = renderer(deployment, "node")
    files = (
        *adapter(deployment, "node", "hosts/node/worker.js"),
        *(Entry.of(f"hosts/node/{name}", Path(__file__).with_name(name).read_bytes()) for name in _MODULES),
        *map(render, ("countries.service", "Dockerfile", "README.md")),
    )
    return Hosted("node", files, LIMITS, {})
