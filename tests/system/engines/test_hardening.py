"""Services and containers for one's own machine run without root, are restricted, and have a rate limit."""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from pathlib import Path

import pytest

from scripts.engine_processes import Process, find_program, free_port, nginx_user, node, running
from tests.support.engines import raw_requests
from tests.support.processes import printed
from tests.support.vectors import Reply, Vector

_UNITS = ("node/countries.service", "nginx/countries@.service")
_COMPUTED = "/v1/alpha/de?fields=cca2"
# A public address that is reserved for documentation (RFC 5737).
_PUBLIC_CALLER = "203.0.113.9"


@pytest.mark.parametrize("unit", _UNITS)
def test_unit_has_an_exposure_below_two_of_ten(unit: str, site: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    command = ("systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20")
    printed(*command, site / "hosts" / unit)


@pytest.mark.parametrize("host", ["node", "nginx"])
def test_container_runs_without_root_and_has_a_health_check(host: str, site: Path) -> None:
    lines = (site / "hosts" / host / "Dockerfile").read_text("utf-8").splitlines()
    words = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    message = dict(word for word in words if len(word) == 2)
    assert message["USER"] == "node"
    assert message["HEALTHCHECK"].startswith("--interval=")
    # At SIGTERM, nginx cuts the responses in progress.
    assert message.get("STOPSIGNAL") == {"nginx": "SIGQUIT"}.get(host)
    copied = [word[1].split()[0] for word in words if word[0] == "COPY"]
    assert [path for path in copied if not (site / path).exists()] == []


@pytest.fixture(scope="module")
def port(site: Path) -> Iterator[int]:
    """Run the container's configuration with other paths, and with callers that may set their address."""

    def start(site: Path, scratch: Path, port: int) -> Sequence[Process]:
        edge = free_port()
        text = (site / "hosts/nginx/container.conf").read_text("utf-8")
        changes = {
            "/tmp/": f"{scratch}/",  # noqa: S108  the service has one of its own
            "include maps.conf": f"include {site}/hosts/nginx/maps.conf",
            "include server.conf": f"include {site}/hosts/nginx/server.conf",
            "server 127.0.0.1:8081 max_fails=3 fail_timeout=1s;": f"server 127.0.0.1:{edge};",
            "server 127.0.0.1:8082 max_fails=3 fail_timeout=1s;": "",
            "access_log /dev/stdout countries;": f"access_log {scratch}/access.log countries;",
            "listen [::]:8000;": "",
            "listen 8000;": f"listen 127.0.0.1:{port};\n        set_real_ip_from 127.0.0.1;",
        }
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        (scratch / "container.conf").write_text(text)
        nginx = find_program("nginx")
        command: list[str | Path] = [nginx, "-p", site, "-c", scratch / "container.conf", "-e", "stderr"]
        return [*node(site, scratch, edge), Process([*command, "-g", f"{nginx_user()}daemon off;"], port)]

    port = free_port()
    with running(start, site, port):
        yield port


def _ask(port: int, target: str, caller: str) -> Reply:
    return raw_requests.send(port, Vector("", "", "", target, {}), {"X-Real-IP": caller})


def _first_refused(port: int, callers: Iterable[str]) -> Reply:
    """Send requests of *callers* until one is refused. A slow machine needs more requests for this."""
    return next(reply for caller in callers if (reply := _ask(port, _COMPUTED, caller)).status != 200)


def test_public_caller_has_a_rate_limit_for_computed_answers(port: int) -> None:
    assert _ask(port, _COMPUTED, _PUBLIC_CALLER).status == 200
    refused = _first_refused(port, repeat(_PUBLIC_CALLER, 10_000))
    assert refused.status == 429
    assert b'"status":429' in refused.body
    assert refused.header("Retry-After") == "1"
    assert refused.header("Cache-Control") == "no-store"
    assert refused.header("Access-Control-Allow-Origin") == "*"


def test_callers_of_one_ipv6_network_share_the_rate_limit(port: int) -> None:
    callers = (f"2001:db8:0:1:{number:x}::{number:x}" for number in range(10_000))
    assert _first_refused(port, callers).status == 429
    assert _ask(port, _COMPUTED, "2001:db8:0:2::1").status == 200


@pytest.mark.parametrize(("target", "caller"), [("/v1/alpha/de", "203.0.113.10"), (_COMPUTED, "10.1.2.3")])
def test_files_and_private_callers_have_no_rate_limit(port: int, target: str, caller: str) -> None:
    assert {_ask(port, target, caller).status for _ in range(400)} == {200}
