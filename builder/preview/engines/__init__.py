"""The runtimes of hosts ("engines"), started on this machine for previews and tests.

Each module defines the processes of one engine for a built site; ``running`` starts and ends them.
"""

from collections.abc import Callable

from builder.preview.engines import miniflare, nginx, node, workerd
from builder.preview.engines.process import Start, running

__all__ = ["ENGINES", "PROGRAMS", "Start", "running"]

ENGINES: dict[str, Start] = {
    "node": node.processes,
    "workerd": workerd.processes,
    "miniflare": miniflare.processes,
    "nginx": nginx.processes,
}

# What finds the programs of an engine. Each raises ``InputError`` when one is not installed.
PROGRAMS: dict[str, Callable[[], object]] = {
    "node": node.program,
    "workerd": workerd.binary,
    "miniflare": miniflare.program,
    "nginx": nginx.programs,
}
