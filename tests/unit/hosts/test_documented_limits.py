"""The pages of hosts state the limits that a build checks."""

import pytest

from builder.hosts import host_module
from builder.hosts.shared.limits import MIB, Limit
from builder.project.host_declarations import HOSTS, folder_of_host

# Limits that a site's settings do not affect, and the limit of a file on AWS, which no file approaches.
_NOT_DOCUMENTED = (
    ("aws", "bytes of the largest file"),
    ("cloudflare", "header rules"),
    ("cloudflare", "characters of a line of the header rules"),
    ("cloudflare", "redirects"),
    ("cloudflare", "URL rewrite rules"),
    ("cloudflare", "characters of a URL rewrite rule"),
)


def _limits() -> list[tuple[str, Limit]]:
    found = [(host, limit) for host in HOSTS for limit in host_module(host).LIMITS]
    assert {*_NOT_DOCUMENTED} <= {(host, limit.what) for host, limit in found}
    return [(host, limit) for host, limit in found if (host, limit.what) not in _NOT_DOCUMENTED]


def _spellings(most: int) -> set[str]:
    return {f"{most:,}", f"{most / MIB:g} MiB", f"{most / MIB:g} MB", f"{most / 1_000_000:g} MB"}


@pytest.mark.parametrize(("host", "limit"), _limits(), ids=lambda value: getattr(value, "what", value))
def test_page_of_a_host_states_its_limit(host: str, limit: Limit) -> None:
    page = (folder_of_host(host) / "page.md").read_text("utf-8")
    assert any(f" {spelled}" in page for spelled in _spellings(limit.most)), f"{limit.what}: {limit.most:,}"
