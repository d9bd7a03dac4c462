"""The three URLs of a site (API, flags, documents): their patterns, options and environment variables."""

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

_HOST = r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?"
ORIGIN = f"^{_HOST}$"
ADDRESS = rf"^{_HOST}(/[A-Za-z0-9._~/-]*[A-Za-z0-9._~-])?$"
_FORM = "must be a scheme, a lowercase host and an optional port"
ORIGIN_ALLOWED = (
    f"{_FORM}, such as https://api.example.org, without a path, because routes and links in answers begin with /v1. "
    "If a host serves the files below a path, such as a GitHub project page, set cdn_url and docs_url with that path"
)
ADDRESS_ALLOWED = f"{_FORM} and a path, such as https://www.example.org/flags, without a query"


class SiteUrl(NamedTuple):
    """A URL of the config: its key, the part of the site, the pattern of its values, and the pattern in words."""

    key: str
    of: str
    pattern: str
    allowed: str

    @property
    def option(self) -> str:
        """Command line option that overrides the key."""
        return f"--{self.key.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """Environment variable that overrides the key."""
        return f"COUNTRIES_{self.key.upper()}"


SITE_URLS = (
    SiteUrl("base_url", "the API", ORIGIN, ORIGIN_ALLOWED),
    SiteUrl("cdn_url", "the flags", ADDRESS, ADDRESS_ALLOWED),
    SiteUrl("docs_url", "the documents", ADDRESS, ADDRESS_ALLOWED),
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
