"""The script that applies the rewrite rules to a zone, with a stand-in for the vendor's API on the loopback."""

import json
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.support.processes import run

_PATH = "/zones/z1/rulesets/phases/http_request_transform/entrypoint"
_CASES = json.loads(Path(__file__).with_name("zone.json").read_text("utf-8"))
_FOREIGN = _CASES["a rule as the interface returns it, with what it adds"]


class _Zone(ThreadingHTTPServer):
    """A stand-in for a zone: its rules, if any, and the requests that it received.

    ``answers`` replaces the answer to a method by a status and a body.
    """

    rules: list[dict[str, Any]] | None = None

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[tuple[str, str, str]] = []
        self.answers: dict[str, tuple[int, str]] = {}


class _Handler(BaseHTTPRequestHandler):
    server: _Zone

    def do_GET(self) -> None:
        rules = self.server.rules
        self._reply(200 if rules is not None else 404, rules)

    def do_PUT(self) -> None:
        sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["rules"]
        if "PUT" not in self.server.answers:
            self.server.rules = sent
        self._reply(200, sent)

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def _reply(self, status: int, rules: list[dict[str, Any]] | None) -> None:
        self.server.asked.append((self.command, self.path, self.headers["Authorization"]))
        # Without rules, the real one leaves the key out.
        result = {"id": "r1", **({"rules": rules} if rules else {})}
        errors = [] if status == 200 else [{"code": 10003, "message": "could not find entrypoint ruleset in the phase"}]
        usual = json.dumps({"result": result if status == 200 else None, "success": status == 200, "errors": errors})
        status, text = self.server.answers.get(self.command, (status, usual))
        self.send_response(status)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


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
    received = {"API_URL": f"http://127.0.0.1:{zone.server_port}", "API_TOKEN": "secret", "ZONE_ID": "z1"}
    environment = {f"CLOUDFLARE_{name}": value for name, value in received.items()}
    return run("node", "hosts/cloudflare/rewrite.js", *arguments, folder=site, **environment)


@pytest.fixture
def rules(small_engine_site: Path) -> list[dict[str, Any]]:
    """Read the rules of the site."""
    read: list[dict[str, Any]] = json.loads((small_engine_site / "hosts/cloudflare/rewrite.json").read_bytes())["rules"]
    return read


def _methods(zone: _Zone) -> list[str]:
    return [method for method, _, _ in zone.asked]


def test_rules_are_applied_twice_and_removed(small_engine_site: Path, zone: _Zone, rules: list[dict[str, Any]]) -> None:
    for _ in range(2):
        ran = _run(small_engine_site, zone)
        assert ran.returncode == 0, ran.stderr
        assert zone.rules == rules
    assert _run(small_engine_site, zone, "remove").returncode == 0
    assert zone.rules == []
    assert {(path, token) for _, path, token in zone.asked} == {(_PATH, "Bearer secret")}


def test_rules_of_others_and_of_other_hosts_of_the_zone_are_kept_and_printed_before_and_after(
    small_engine_site: Path, zone: _Zone, rules: list[dict[str, Any]]
) -> None:
    other_host = {"ref": "country_reference_staging_files", "expression": 'http.host eq "staging.example" and x'}
    earlier = {**rules[0], "id": "o1", "ref": "country_reference_files", "expression": 'http.host eq "127.0.0.1" and x'}
    zone.rules = [earlier, _FOREIGN, other_host]
    ran = _run(small_engine_site, zone)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert zone.rules == [_FOREIGN, other_host, *rules]
    before, _, after = ran.stdout.partition("After:")
    assert all("of_somebody_else: Their rule" in part for part in (before, after))
    assert _run(small_engine_site, zone, "remove").returncode == 0
    assert zone.rules == [_FOREIGN, other_host]
    assert all(rule["ref"].startswith("country_reference_127_0_0_1_") for rule in rules)


@pytest.mark.parametrize(
    ("action", "status", "text"),
    # Both actions read the rules first.
    [
        (("apply", "remove")[row % 2], *answer)
        for row, answer in enumerate(_CASES["answers without the rules of the zone"])
    ],
)
def test_nothing_is_sent_after_an_answer_that_does_not_have_the_rules_of_the_zone(
    action: str, status: int, text: str, small_engine_site: Path, zone: _Zone
) -> None:
    zone.rules = [_FOREIGN]
    zone.answers["GET"] = (status, text)
    ran = _run(small_engine_site, zone, action)
    assert (ran.returncode, _methods(zone), zone.rules) == (1, ["GET"], [_FOREIGN])
    assert f"Cloudflare answers {status}. Nothing was changed." in ran.stderr


def test_failed_change_is_reported(small_engine_site: Path, zone: _Zone) -> None:
    zone.rules = [_FOREIGN]
    zone.answers["PUT"] = (400, '{"success": false, "errors": [{"message": "exceeded maximum"}]}')
    ran = _run(small_engine_site, zone)
    assert (ran.returncode, zone.rules) == (1, [_FOREIGN])
    assert "exceeded maximum" in ran.stderr


def test_zone_that_does_not_answer_is_reported(small_engine_site: Path, zone: _Zone) -> None:
    zone.shutdown()
    zone.server_close()
    ran = _run(small_engine_site, zone)
    assert ran.returncode == 1
    assert "GET http://127.0.0.1" in ran.stderr


def test_removal_from_a_zone_without_rules_sends_nothing(small_engine_site: Path, zone: _Zone) -> None:
    zone.rules = [_FOREIGN]
    assert _run(small_engine_site, zone, "remove").returncode == 0
    assert _methods(zone) == ["GET"]


def test_script_names_what_is_not_set_and_refuses_other_arguments(small_engine_site: Path) -> None:
    command = ("node", small_engine_site / "hosts/cloudflare/rewrite.js")
    ran = run(*command)
    assert ran.returncode == 2
    assert all(name in ran.stderr for name in ("CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ZONE_ID"))
    ran = run(*command, "delete")
    assert (ran.returncode, ran.stderr) == (2, "usage: node rewrite.js [remove]\n")
