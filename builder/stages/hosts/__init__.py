"""Stage 7: makes the files that each host needs in addition to the public files. The core does not know the hosts.

A host is a folder: ``host.toml`` declares its names, function use and prices, its module declares limits and makes
files, ``adapter.js`` runs the core on the host, ``templates/`` has configuration and instructions, and ``page.md`` is
its page of the documents. ``shared/`` has what several hosts use.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from builder.host_declarations import HOSTS, folder_of_host
from builder.paths import is_window
from builder.stages.hosts.shared.deployment import Deployment, Hosted
from builder.stages.hosts.shared.limits import (
    ALL_BYTES,
    BYTES_BESIDE_WINDOWS,
    FILE_BYTES,
    FILES,
    SENDING_SECONDS,
    SENT_MEGABITS,
    LimitUse,
)
from builder.templating import template_problems
from builder.types import File

__all__ = [
    "Deployment",
    "Hosted",
    "limit_use_of_site",
    "make_hosts",
]


_HOSTS: Mapping[str, Any] = {name: import_module(f"{__name__}.{folder_of_host(name).name}") for name in HOSTS}
# Makes Node and bundlers read the files of the edge as ES modules.
_PACKAGE = File.of("package.json", b'{"private": true, "type": "module", "engines": {"node": ">=22"}}\n')


@template_problems()
def make_hosts(deployment: Deployment) -> tuple[Hosted, ...]:
    """Make the files of each host in the configuration."""
    made: list[Hosted] = [_HOSTS[name].make(deployment) for name in dict.fromkeys(deployment.config.hosts.names)]
    return tuple(host._replace(files=(*host.files, _PACKAGE)) if host is made[0] else host for host in made)


def limit_use_of_site(hosts: Iterable[Hosted], public: Mapping[str, int]) -> tuple[LimitUse, ...]:
    """Compare a site with the limits of each of *hosts*; *public* holds the size of each file in bytes, by path."""
    counted = {
        FILES: len(public),
        FILE_BYTES: max(public.values()),
        ALL_BYTES: sum(public.values()),
        SENDING_SECONDS: sum(public.values()) * 8 // (SENT_MEGABITS * 1_000_000),
        BYTES_BESIDE_WINDOWS: sum(size for path, size in public.items() if not is_window(path)),
    }
    return tuple(
        LimitUse(
            host.name, tuple((limit, {**counted, **host.used}[limit.what]) for limit in host.limits), host.warnings
        )
        for host in hosts
    )
