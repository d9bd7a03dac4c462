"""A server that needs only Node, with or without nginx in front of it."""

from pathlib import Path

import orjson

from builder.hosts.shared.deployment import Deployment, Hosted, adapter, renderer
from builder.hosts.shared.limits import Limit
from builder.output_paths import PUBLIC
from builder.site.manifest import sent_by_hosts
from builder.types import File

LIMITS: tuple[Limit, ...] = ()
# The modules that run unchanged: the start of the workers, and the bounds on connections.
_MODULES = ("server.js", "connections.js")


def make(deployment: Deployment) -> Hosted:
    """Make the server, a systemd unit, a Dockerfile and the instructions."""
    render = renderer(deployment, "node")
    files = (
        _sent_files(deployment),
        *adapter(deployment, "node", "hosts/node/worker.js"),
        *(File.of(f"hosts/node/{name}", Path(__file__).with_name(name).read_bytes()) for name in _MODULES),
        *map(render, ("countries.service", "Dockerfile", "README.md")),
    )
    return Hosted("node", files, LIMITS, {})


def _sent_files(deployment: Deployment) -> File:
    """List by address the files that the function does not know, each with its type, cache and set of headers."""
    assets = sent_by_hosts(deployment.assets)
    sets = list(dict.fromkeys(asset.headers for asset in assets))
    files = {
        asset.address: (asset.file.path.removeprefix(PUBLIC), asset.type, asset.cache, sets.index(asset.headers))
        for asset in assets
    }
    return File.of("hosts/node/files.json", orjson.dumps({"sets": sets, "files": files}))
