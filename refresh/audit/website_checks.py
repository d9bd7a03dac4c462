"""Checks whether government websites respond (``refresh --live``).

The results are stored in ``data/live/`` and fill no field. A URL that was entered by hand counts as confirmed after its
site has responded.
"""

import ssl
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

from builder import __version__
from builder.api.field_paths import value_at
from builder.input_errors import Progress, silent
from refresh.data_files import read_json
from refresh.overrides import Override
from refresh.refresh_types import StoredRecord

NAME = "live/government-websites.json"
FIELD = "enrichment.government.website"
_TIMEOUT = 15
# All hosts are different, so none gets two requests at the same time.
_AT_ONCE = 16
_GONE = frozenset({404, 410})


@dataclass(frozen=True)
class WebsiteCheck:
    """The result of one request: the status, or the reason for no response."""

    url: str
    answers: bool
    said: str
    checked_at: str


def check_websites(
    records: Mapping[str, StoredRecord], contact: str, moment: str, progress: Progress = silent
) -> dict[str, WebsiteCheck]:
    """Request the website of every record that has one, by alpha-2 code; *contact* is sent in the User-Agent."""
    sites = {code: site for code, record in sorted(records.items()) if (site := value_at(record, FIELD))}
    context = ssl.create_default_context()
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        found = pool.map(lambda site: ask_website(site, contact, moment, context), sites.values())
        checks = {}
        for done, (code, check) in enumerate(zip(sites, found, strict=True), 1):
            checks[code] = check
            progress("government websites", done, len(sites))
        return checks


def ask_website(url: str, contact: str, moment: str, context: ssl.SSLContext) -> WebsiteCheck:
    """Request one URL with GET. Redirects are not followed: a redirect counts as a response."""
    parts = urlsplit(url)
    connection: HTTPConnection
    if parts.scheme == "https":
        connection = HTTPSConnection(parts.netloc, timeout=_TIMEOUT, context=context)
    else:
        connection = HTTPConnection(parts.netloc, timeout=_TIMEOUT)
    try:
        agent = f"country-reference/{__version__} ({contact})"
        connection.request("GET", parts.path or "/", headers={"User-Agent": agent, "Accept": "text/html"})
        status = connection.getresponse().status
        return WebsiteCheck(url, status not in _GONE and status < 500, f"HTTP {status}", moment)
    except ssl.SSLCertVerificationError as error:
        said = error.verify_message
    except (OSError, HTTPException) as error:
        said = str(error) or type(error).__name__
    finally:
        connection.close()
    return WebsiteCheck(url, answers=False, said=said, checked_at=moment)


def read_checks(data: Path) -> dict[str, WebsiteCheck]:
    """Read the stored results; empty when there are none."""
    path = data / NAME
    return read_json(path, dict[str, WebsiteCheck]) if path.exists() else {}


def unanswered(checks: Mapping[str, WebsiteCheck]) -> list[str]:
    """Make a line for each URL that does not respond, with the reason."""
    return [f"{code}: {check.url} does not answer: {check.said}" for code, check in checks.items() if not check.answers]


def unconfirmed(
    records: Mapping[str, StoredRecord], rows: Iterable[Override], checks: Mapping[str, WebsiteCheck]
) -> list[str]:
    """List the countries whose website was entered by hand and has not responded since."""
    by_hand = {row.country for row in rows if row.field == FIELD and row.replaces}
    answered = {code for code, check in checks.items() if check.answers and check.url == value_at(records[code], FIELD)}
    return sorted(by_hand - answered)
