"""Stage 7: what each host needs beside the public files; the core knows none of them.

A host is a folder here: its module says what it limits and makes, ``adapter.js`` runs the core in it, ``templates/``
holds its configuration and instructions.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Protocol, cast

from builder.paths import is_window
from builder.stages.hosts.shared.deployment import Deployment, Hosted
from builder.stages.hosts.shared.limits import BYTES_BESIDE_WINDOWS, FILE_BYTES, FILES, Limit, LimitUse, limit_use
from builder.tables.host_names import HOSTS, package_of
from builder.types import File

__all__ = ["Deployment", "Hosted", "limit_use_of_files", "limit_use_of_site", "make_hosts"]


class _Host(Protocol):
    """What a module of this package offers."""

    LIMITS: tuple[Limit, ...]

    def make(self, deployment: Deployment) -> Hosted:
        """Make what is written for the host."""


_HOSTS = {str(name): cast("_Host", import_module(f"{__name__}.{package_of(name)}")) for name in HOSTS}
# Node and every bundler read the edge's files as ES modules because of it.
_PACKAGE = File.of("package.json", b'{"private": true, "type": "module"}\n')


def make_hosts(deployment: Deployment) -> tuple[Hosted, ...]:
    """Make what is written for each host that the configuration names."""
    return tuple(
        Hosted(name, (*hosted.files, *((_PACKAGE,) if number == 0 else ())), hosted.limits, hosted.used)
        for number, name in enumerate(dict.fromkeys(deployment.config.hosts.names))
        for hosted in [_HOSTS[name].make(deployment)]
    )


def limit_use_of_files(names: Iterable[str], files: int) -> tuple[LimitUse, ...]:
    """Compare a number of files with the limits of each named host, before anything expensive has been made."""
    counted = {name: [limit for limit in _HOSTS[name].LIMITS if limit.what == FILES] for name in names}
    return tuple(limit_use(name, limits, {FILES: files}) for name, limits in counted.items())


def limit_use_of_site(hosts: Iterable[Hosted], public: Mapping[str, int]) -> tuple[LimitUse, ...]:
    """Compare a site with the limits of each of *hosts*; *public* is the size in bytes of each file, by its path."""
    counted = {
        FILES: len(public),
        FILE_BYTES: max(public.values()),
        BYTES_BESIDE_WINDOWS: sum(size for path, size in public.items() if not is_window(path)),
    }
    return tuple(limit_use(hosted.name, hosted.limits, counted | dict(hosted.used)) for hosted in hosts)
