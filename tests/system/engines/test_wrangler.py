"""Cloudflare's own tool accepts the deployment."""

import json
import re
from pathlib import Path

import pytest

from builder.hosts.cloudflare import _domains
from builder.project.config import Config
from scripts.engine_processes import find_package
from tests.support.engines.wrangler import dry_run

_FOLDER = "hosts/cloudflare"


def test_dry_run_accepts_the_bundle(small_engine_site: Path) -> None:
    assert dry_run(small_engine_site, _FOLDER) > 0


def test_configuration_is_valid_and_closes_addresses_outside_the_zone(small_engine_site: Path) -> None:
    import jsonschema

    text = (small_engine_site / _FOLDER / "wrangler.jsonc").read_text("utf-8")
    written = json.loads(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))
    jsonschema.validate(written, json.loads((find_package("wrangler") / "config-schema.json").read_bytes()))
    routes = written.get("routes", [])
    assert written["workers_dev"] is not bool(routes)
    assert written["preview_urls"] is False
    assert written["observability"]["enabled"] is True


# Addresses, and hosts of the vendor and of one machine, which no zone can have.
_NO_DOMAINS = ("127.0.0.1:8000", "192.0.2.1", "[2001:db8::1]:8000", "localhost:8000", "machine", "someone.workers.dev")


@pytest.mark.parametrize(
    ("url", "domains"),
    [("https://api.example.org", ["api.example.org"]), *((f"http://{host}", []) for host in _NO_DOMAINS)],
)
def test_hosts_of_the_api_and_of_the_flags_are_custom_domains_where_a_zone_can_have_them(
    url: str, domains: list[str]
) -> None:
    assert _domains(Config(base_url=url)) == domains
    flags = Config(base_url=url, cdn_url="https://cdn.example.org")
    assert _domains(flags) == [*domains, "cdn.example.org"]
