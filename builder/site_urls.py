"""The three origins of a site: how each is spelled, and where it is given when not in the config."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

_HOST = r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?"
ORIGIN = f"^{_HOST}$"
ADDRESS = rf"^{_HOST}(/[A-Za-z0-9._~/-]*[A-Za-z0-9._~-])?$"
_SPELLED = "must be a scheme, a lowercase host and an optional port"
ORIGIN_ALLOWED = (
    f"{_SPELLED}, such as https://api.example.org, without a path: routes and the links of answers begin at /v1. "
    "For files below a path, as on the page of a GitHub project, give that path in cdn_url and docs_url"
)
ADDRESS_ALLOWED = f"{_SPELLED} and a path, such as https://www.example.org/flags, without a query"


@dataclass(frozen=True)
class SiteUrl:
    """A key of the config, what it is the origin of, the pattern of its values and that pattern in words."""

    key: str
    of: str
    pattern: str
    allowed: str

    @property
    def option(self) -> str:
        """Option of the command line that overrides the key."""
        return f"--{self.key.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """Variable of the environment that overrides the key."""
        return f"COUNTRIES_{self.key.upper()}"


SITE_URLS = (
    SiteUrl("base_url", "the API", ORIGIN, ORIGIN_ALLOWED),
    SiteUrl("cdn_url", "the flags", ADDRESS, ADDRESS_ALLOWED),
    SiteUrl("docs_url", "the documents", ADDRESS, ADDRESS_ALLOWED),
)


def is_loopback(url: str) -> bool:
    """Whether *url* names this machine itself (RFC 6761, section 6.3; RFC 1122, section 3.2.1.3)."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    # An address that stands for all of a machine's own is no address to others.
    return address.is_loopback or address.is_unspecified
