"""A standalone Node server without dependencies. nginx forwards requests to it."""

from builder.stages.hosts.shared.deployment import Deployment, Hosted, adapter, copy_templates, renderer
from builder.stages.hosts.shared.limits import Limit

LIMITS: tuple[Limit, ...] = ()


def make(deployment: Deployment) -> Hosted:
    """Make the server, a systemd unit, a Dockerfile and the instructions."""
    render = renderer(deployment, "node")
    files = (
        *adapter(deployment, "node", "hosts/node/server.js"),
        render("countries.service"),
        *copy_templates("node", "Dockerfile"),
        render("README.md"),
    )
    return Hosted("node", files, LIMITS, {})
