"""Makes the files that each host needs in addition to the public files. The core does not know the hosts.

A host is a folder: ``host.toml`` declares its names, function use and prices, its module declares limits and makes
files, ``adapter.js`` runs the core on the host, ``templates/`` has configuration and instructions, and ``page.md`` is
its page of the documents. ``shared/`` has what several hosts use.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Protocol, cast

from builder.api.output_paths import is_window
from builder.api.types import Entry
from builder.hosts.shared.deployment import Deployment, HostOutput, shared_adapters
from builder.hosts.shared.limits import ALL_BYTES, BYTES_WITHOUT_WINDOWS, FILE_BYTES, FILES, HostUsage, Limit, LimitUse
from builder.project.host_declarations import folder_of_host
from builder.project.templating import template_problems


class Host(Protocol):
    """The module of a host: its limits, and the function that makes its files."""

    LIMITS: tuple[Limit, ...]

    def make(self, deployment: Deployment) -> HostOutput:
        """Make the files of ``hosts/<name>/``, and measure what the limits of the host restrict."""


# With this file, Node and bundlers read the files of the edge as ES modules.
_PACKAGE = Entry.of("package.json", b'{"private": true, "type": "module", "engines": {"node": ">=22"}}\n')


def host_module(name: str) -> Host:
    """Import the module of the host *name*."""
    return cast("Host", import_module(f"{__name__}.{folder_of_host(name).name}"))


@template_problems()
def make_hosts(deployment: Deployment) -> tuple[HostOutput, ...]:
    """Make the files of each host in the configuration."""
    hosts = [host_module(name).make(deployment) for name in dict.fromkeys(deployment.site.config.hosts.names)]
    # The files that hosts share are written once.
    shared = (_PACKAGE, *shared_adapters(deployment.sources))
    return tuple(host._replace(files=(*host.files, *shared)) if host is hosts[0] else host for host in hosts)


def usage_of_hosts(hosts: Iterable[HostOutput], public: Mapping[str, int]) -> tuple[HostUsage, ...]:
    """Compare a site with the limits of each of *hosts*; *public* has the size in bytes of each public file by path."""
    used_by_all = {
        FILES: len(public),
        FILE_BYTES: max(public.values()),
        ALL_BYTES: sum(public.values()),
        BYTES_WITHOUT_WINDOWS: sum(size for path, size in public.items() if not is_window(path)),
    }
    return tuple(
        HostUsage(host.name, tuple(LimitUse(limit, {**used_by_all, **host.used}[limit.what]) for limit in host.limits))
        for host in hosts
    )
