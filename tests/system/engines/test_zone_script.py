"""The script that applies the rewrite rules to a zone, with a stand-in for the vendor's API on the loopback."""

import json
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

_PATH = "/zones/z1/rulesets/phases/http_request_transform/entrypoint"


class _Zone(ThreadingHTTPServer):
    """A zone: its rules, or none, and the requests that it got."""

    rules: list[dict[str, Any]] | None = None

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[tuple[str, str, str]] = []


class _Handler(BaseHTTPRequestHandler):
    server: _Zone

    def do_GET(self) -> None:
        self._record()
        rules = self.server.rules
        self._reply(200 if rules is not None else 404, {"result": rules and {"rules": rules}, "success": bool(rules)})

    def do_PUT(self) -> None:
        self._record()
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.rules = body["rules"]
        self._reply(200, {"result": body, "success": True})

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def _record(self) -> None:
        self.server.asked.append((self.command, self.path, self.headers["Authorization"]))

    def _reply(self, status: int, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def zone() -> Iterator[_Zone]:
    """Serve a zone without rules."""
    server = _Zone()
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def _run(site: Path, zone: _Zone, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", site / "hosts" / "cloudflare" / "rewrite.sh", *arguments],
        env={
            "PATH": "/usr/bin:/bin",
            "CLOUDFLARE_API_URL": f"http://127.0.0.1:{zone.server_port}",
            "CLOUDFLARE_API_TOKEN": "secret",
            "CLOUDFLARE_ZONE_ID": "z1",
        },
        capture_output=True,
        text=True,
        check=False,
    )


def test_rules_are_applied_twice_and_removed(small_engine_site: Path, zone: _Zone) -> None:
    rules = json.loads((small_engine_site / "hosts/cloudflare/rewrite.json").read_bytes())["rules"]
    for _ in range(2):
        ran = _run(small_engine_site, zone)
        assert ran.returncode == 0, ran.stderr
        assert zone.rules == rules
    assert _run(small_engine_site, zone, "remove").returncode == 0
    assert zone.rules == []
    assert {(path, token) for _, path, token in zone.asked} == {(_PATH, "Bearer secret")}


@pytest.mark.parametrize("action", ["apply", "remove"])
def test_rules_of_others_are_not_removed(action: str, small_engine_site: Path, zone: _Zone) -> None:
    zone.rules = [{"ref": "country_reference_files"}, {"ref": "of_somebody_else"}]
    ran = _run(small_engine_site, zone, action)
    assert ran.returncode == 1
    assert "of_somebody_else" in ran.stderr
    assert [method for method, _, _ in zone.asked] == ["GET"]


def test_script_names_what_is_not_set(small_engine_site: Path) -> None:
    script = small_engine_site / "hosts" / "cloudflare" / "rewrite.sh"
    ran = subprocess.run(["sh", script], env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False)
    assert ran.returncode != 0
    assert "CLOUDFLARE_API_TOKEN" in ran.stderr
