"""The URLs of a site: their types, and the options and environment variables that override them."""

from ipaddress import ip_address
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field

_HOST = r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?"
ORIGIN = f"^{_HOST}$"
ADDRESS = rf"^{_HOST}(/[A-Za-z0-9._~/-]*[A-Za-z0-9._~-])?$"
_FORM = "must be http:// or https://, a lowercase host and an optional port of at most 65535"


def _without_slash(url: Any) -> Any:
    return url.rstrip("/") if isinstance(url, str) else url


def _with_possible_host(url: str) -> str:
    # Raises ``ValueError`` for an impossible port or IPv6 address.
    _ = urlsplit(url).port
    return url


Origin = Annotated[
    str,
    BeforeValidator(_without_slash),
    Field(
        pattern=ORIGIN,
        description=f"{_FORM}, such as https://api.example.org, without a path, because routes and links in answers "
        "begin with /v1. If a host serves the files below a path, such as a GitHub project page, set cdn_url and "
        "docs_url with that path",
    ),
    AfterValidator(_with_possible_host),
]
Address = Annotated[
    str,
    BeforeValidator(_without_slash),
    Field(
        pattern=ADDRESS,
        description=f"{_FORM}, and can have a path, such as https://www.example.org/flags, without a query",
    ),
    AfterValidator(_with_possible_host),
]


class SiteUrl(NamedTuple):
    """A URL of the config that can be overridden: its key, and what is at the URL."""

    key: str
    content: str

    @property
    def option(self) -> str:
        """Command line option that overrides the key."""
        return f"--{self.key.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """Environment variable that overrides the key."""
        return f"COUNTRIES_{self.key.upper()}"


SITE_URLS = (
    SiteUrl("base_url", "the API"),
    SiteUrl("cdn_url", "the flags"),
    SiteUrl("docs_url", "the documents"),
    SiteUrl("repository_url", "the repository"),
)


def is_loopback(url: str) -> bool:
    """Whether *url* addresses only this machine (RFC 6761, section 6.3; RFC 1122, section 3.2.1.3)."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    # The unspecified address means every address of this machine; other machines cannot use it.
    return address.is_loopback or address.is_unspecified
