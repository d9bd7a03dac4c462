"""Requests to government websites."""

import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from refresh.audit.website_checks import (
    FIELD,
    NAME,
    WebsiteCheck,
    ask_website,
    check_websites,
    read_checks,
    unanswered,
    unconfirmed,
)
from refresh.data_files import format_json
from refresh.overrides import Override

MOMENT = "2026-11-21T00:00:00Z"


@contextmanager
def site(status: int, certificate: Path | None = None) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, format: str, *_: object) -> None:  # noqa: A002  the name that the library gave it
            """Ignore progress."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"{'https' if certificate else 'http'}://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a certificate of the Ministry of Examples for the loopback address, with its key in one file."""
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-keyout", "key.pem", "-out", "c.pem", "-subj", "/O=Ministry of Examples/CN=127.0.0.1",
         "-addext", "subjectAltName=IP:127.0.0.1"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    both = folder / "both.pem"
    both.write_bytes((folder / "key.pem").read_bytes() + (folder / "c.pem").read_bytes())
    return both


def asked(url: str) -> WebsiteCheck:
    return ask_website(url, "https://example.org", MOMENT, ssl.create_default_context())


@pytest.mark.parametrize(("status", "answers"), [(200, True), (302, True), (403, True), (404, False), (503, False)])
def test_status_tells_whether_a_site_responds(status: int, answers: bool) -> None:  # noqa: FBT001
    with site(status) as url:
        assert asked(url) == WebsiteCheck(url, answers, f"HTTP {status}", MOMENT)


def test_untrusted_certificate_is_reported(certificate: Path) -> None:
    with site(200, certificate) as url:
        found = asked(url)
    assert not found.answers
    assert found.said.startswith("self")


def test_missing_host_is_reported() -> None:
    with site(200) as url:
        pass
    found = asked(url)
    assert (found.answers, "refused" in found.said) == (False, True)


def test_checks_are_stored_and_failed_ones_listed(tmp_path: Path) -> None:
    with site(200) as good, site(404) as gone:
        records: Any = {
            code: {"enrichment": {"government": {"website": url}}} for code, url in (("DE", good), ("FR", gone))
        }
        checks = check_websites(records | {"AQ": {}}, "https://example.org", MOMENT)
    assert unanswered(checks) == [f"FR: {gone} does not answer: HTTP 404"]
    (tmp_path / "live").mkdir()
    (tmp_path / NAME).write_text(format_json({code: asdict(check) for code, check in checks.items()}), "utf-8")
    assert read_checks(tmp_path) == checks
    rows = [Override("w.json", code, FIELD, "set", "", "because") for code in ("DE", "FR", "NO")]
    assert unconfirmed(records, rows, checks) == ["FR", "NO"]
    records["DE"]["enrichment"]["government"]["website"] = "https://other.example/"
    assert unconfirmed(records, rows, checks) == ["DE", "FR", "NO"]
    assert read_checks(tmp_path / "nowhere") == {}
