"""The limits of hosts, and the comparison of a site with them."""

from collections.abc import Iterable
from typing import NamedTuple

from builder.inputs.errors import Problem, refuse

MIB = 1024 * 1024

FILES = "files"
FILE_BYTES = "bytes of the largest file"
ALL_BYTES = "bytes of all files"
BYTES_WITHOUT_WINDOWS = "bytes of all files except windows"
CODE_BYTES = "bytes of the function"
COMPRESSED_CODE_BYTES = "bytes of the function, compressed"

FEWER_PAGES = "use fewer sizes in [pages] limits or fewer [flags] widths, or remove the host from [hosts] names"
SMALLER_FILES = "use smaller sizes in [pages] limits or smaller [flags] widths"
LESS_DATA = "use a smaller dataset, or remove the host from [hosts] names"


class Limit(NamedTuple):
    """A limit of a host: the quantity, its maximum, the vendor's page that states it, and the remedy."""

    what: str
    most: int
    source: str
    remedy: str


class LimitUse(NamedTuple):
    """A limit, and how much of it a site uses."""

    limit: Limit
    used: int


class HostUsage(NamedTuple):
    """How much of each limit of a host a site uses."""

    host: str
    limits: tuple[LimitUse, ...]

    @property
    def problems(self) -> list[Problem]:
        """A problem for each limit that is exceeded."""
        problems = []
        for limit, count in self.limits:
            message = f"{count:,} planned, at most {limit.most:,} accepted ({limit.source}); {limit.remedy}"
            if count > limit.most:
                problems.append(Problem(self.host, limit.what, message))
        return problems


def refuse_over_limits(hosts: Iterable[HostUsage]) -> None:
    """Raise ``InputError`` with every limit that the site exceeds."""
    refuse([problem for host in hosts for problem in host.problems], "Nothing was written.")
