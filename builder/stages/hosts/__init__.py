"""Stage 7: makes the files that each host needs in addition to the public files. The core does not know the hosts.

A host is a folder with ``templates/``: its module declares limits and makes files, ``adapter.js`` runs the core on the
host, and ``templates/`` has configuration and instructions. ``shared/`` has what several hosts use.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Protocol, cast, runtime_checkable

from builder.api.host_names import HOSTS, package_of
from builder.cache.step_cache import Step
from builder.paths import is_window
from builder.stages.hosts.shared.deployment import Deployment, DerivedSite, Hosted
from builder.stages.hosts.shared.limits import BYTES_BESIDE_WINDOWS, FILE_BYTES, FILES, Limit, LimitUse, limit_use
from builder.types import File

__all__ = [
    "Deployment",
    "DerivedSite",
    "Hosted",
    "limit_use_of_files",
    "limit_use_of_site",
    "make_hosts",
    "prepare_hosts",
    "prepared_steps",
]


class _Host(Protocol):
    """The interface of a host's module."""

    LIMITS: tuple[Limit, ...]

    def make(self, deployment: Deployment) -> Hosted:
        """Make the files of the host."""


@runtime_checkable
class _Preparing(Protocol):
    """A host with results that depend on no document, so that another process can make them meanwhile."""

    PREPARED: tuple[Step, ...]

    def prepare(self, site: DerivedSite) -> None:
        """Take results of the steps ``PREPARED`` that ``make`` takes too."""


_HOSTS = {str(name): cast("_Host", import_module(f"{__name__}.{package_of(name)}")) for name in HOSTS}
# Makes Node and bundlers read the files of the edge as ES modules.
_PACKAGE = File.of("package.json", b'{"private": true, "type": "module", "engines": {"node": ">=22"}}\n')


def make_hosts(deployment: Deployment) -> tuple[Hosted, ...]:
    """Make the files of each host in the configuration."""
    return tuple(
        Hosted(name, (*hosted.files, *((_PACKAGE,) if number == 0 else ())), hosted.limits, hosted.used)
        for number, name in enumerate(dict.fromkeys(deployment.config.hosts.names))
        for hosted in [_HOSTS[name].make(deployment)]
    )


def prepared_steps(names: Iterable[str]) -> tuple[Step, ...]:
    """List the steps whose results ``prepare_hosts`` takes for the hosts *names*."""
    return tuple(step for name in names if isinstance(host := _HOSTS[name], _Preparing) for step in host.PREPARED)


def prepare_hosts(site: DerivedSite) -> None:
    """Make what hosts need and no document changes. The results are then among those that the steps of *site* took."""
    for name in dict.fromkeys(site.config.hosts.names):
        host = _HOSTS[name]
        if isinstance(host, _Preparing):
            host.prepare(site)


def limit_use_of_files(names: Iterable[str], files: int) -> tuple[LimitUse, ...]:
    """Compare a number of files with the limits of each of the hosts *names*, before slower stages run."""
    counted = {name: [limit for limit in _HOSTS[name].LIMITS if limit.what == FILES] for name in names}
    return tuple(limit_use(name, limits, {FILES: files}) for name, limits in counted.items())


def limit_use_of_site(hosts: Iterable[Hosted], public: Mapping[str, int]) -> tuple[LimitUse, ...]:
    """Compare a site with the limits of each of *hosts*; *public* holds the size of each file in bytes, by path."""
    counted = {
        FILES: len(public),
        FILE_BYTES: max(public.values()),
        BYTES_BESIDE_WINDOWS: sum(size for path, size in public.items() if not is_window(path)),
    }
    return tuple(limit_use(hosted.name, hosted.limits, counted | dict(hosted.used)) for hosted in hosts)
