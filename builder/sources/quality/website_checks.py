"""Whether government websites answer, and for whom their certificates speak: asked by a live refresh.

What they say is kept in ``data/live/``. It fills nothing. An address that was entered by hand counts as confirmed once
its site has answered.
"""

import json
import ssl
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from builder import __version__
from builder.problems import Progress, silent
from builder.sources.overrides import Override
from builder.sources.stored_records import StoredRecord
from builder.tables.field_paths import value_at

NAME = "live/government-websites.json"
FIELD = "enrichment.government.website"
_TIMEOUT = 15
# Different hosts all: nobody is asked twice at once.
_AT_ONCE = 16
_GONE = frozenset({404, 410})


@dataclass(frozen=True)
class WebsiteCheck:
    """What an address said: the status of its answer or why there is none, and the organization of its certificate.

    ``certificate`` is the name of the host where the certificate names no organization, and empty over plain HTTP.
    """

    url: str
    answers: bool
    said: str
    certificate: str
    checked_at: str


def check_websites(
    records: Mapping[str, StoredRecord], contact: str, moment: str, progress: Progress = silent
) -> dict[str, WebsiteCheck]:
    """Ask the website of every record that has one, by alpha-2 code; *contact* is named in the User-Agent."""
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
    """Ask one address with GET, following no redirect: one that is sent on answers."""
    parts = urlsplit(url)
    connection: HTTPConnection
    if parts.scheme == "https":
        connection = HTTPSConnection(parts.netloc, timeout=_TIMEOUT, context=context)
    else:
        connection = HTTPConnection(parts.netloc, timeout=_TIMEOUT)
    try:
        connection.connect()
        certificate = _speaks_for(connection)
        agent = f"country-reference/{__version__} ({contact})"
        connection.request("GET", parts.path or "/", headers={"User-Agent": agent, "Accept": "text/html"})
        status = connection.getresponse().status
        return WebsiteCheck(url, status not in _GONE and status < 500, f"HTTP {status}", certificate, moment)
    except ssl.SSLCertVerificationError as error:
        return WebsiteCheck(url, answers=False, said=error.verify_message, certificate="", checked_at=moment)
    except (OSError, HTTPException) as error:
        said = str(error) or type(error).__name__
        return WebsiteCheck(url, answers=False, said=said, certificate="", checked_at=moment)
    finally:
        connection.close()


def _speaks_for(connection: HTTPConnection) -> str:
    if not isinstance(connection.sock, ssl.SSLSocket):
        return ""
    certificate: Mapping[str, Any] = connection.sock.getpeercert() or {}
    subject = {key: value for entry in certificate.get("subject", ()) for key, value in entry}
    return str(subject.get("organizationName") or subject.get("commonName") or "")


def read_checks(data: Path) -> dict[str, WebsiteCheck]:
    """Read what websites said when last asked; nothing where none was."""
    path = data / NAME
    if not path.exists():
        return {}
    return {code: WebsiteCheck(**entry) for code, entry in json.loads(path.read_text("utf-8")).items()}


def plain_checks(checks: Mapping[str, WebsiteCheck]) -> dict[str, dict[str, object]]:
    """Give checks the form in which they are kept."""
    return {code: asdict(check) for code, check in checks.items()}


def unanswered(checks: Mapping[str, WebsiteCheck]) -> list[str]:
    """Say in a line each which addresses do not answer, and why."""
    return [f"{code}: {check.url} does not answer: {check.said}" for code, check in checks.items() if not check.answers]


def unconfirmed(
    records: Mapping[str, StoredRecord], rows: Iterable[Override], checks: Mapping[str, WebsiteCheck]
) -> list[str]:
    """Countries whose address was entered by hand and has not answered since."""
    by_hand = {row.country for row in rows if row.field == FIELD and row.replaces}
    answered = {code for code, check in checks.items() if check.answers and check.url == value_at(records[code], FIELD)}
    return sorted(by_hand - answered)
