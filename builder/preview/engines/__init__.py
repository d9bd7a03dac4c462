"""Real engines that a deployment runs in, started on this machine for previews and tests.

Each module of this package makes the processes of one engine from a built site; ``running`` starts and ends them.
"""

from builder.preview.engines import miniflare, netlify, nginx, node, workerd
from builder.preview.engines.process import Start, running

__all__ = ["ENGINES", "Start", "running"]

ENGINES: dict[str, Start] = {
    "node": node.processes,
    "workerd": workerd.processes,
    "miniflare": miniflare.processes,
    "nginx": nginx.processes,
    "netlify": netlify.processes,
}
