"""Cloudflare's own tool accepts both deployments."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from builder.hosts.cloudflare import _domain
from builder.preview.engines.process import found_package
from tests.support.engines.wrangler import dry_run

# The size limit of a function on every plan, uncompressed, as the tool itself has it.
_KIBIBYTES = 64 * 1024
_FOLDERS = ("hosts/cloudflare", "hosts/cloudflare/flags")
# Keys of the tool's schema that are not written, by reason. A key in none of the groups is new: decide about it.
_NOT_WRITTEN = {
    "what a script can be bound to, which each deployment replaces and this one does not use": (
        "agent_memory ai ai_search ai_search_namespaces analytics analytics_engine_datasets artifacts browser "
        "cloudchamber connect containers d1_databases dispatch_namespaces durable_objects exports flagship "
        "hyperdrive images k2 kv_namespaces logfwdr media migrations mtls_certificates pipelines queues "
        "r2_buckets ratelimits secrets secrets_store_secrets send_email services stream "
        "streaming_tail_consumers unsafe unsafe_hello_world vars vectorize version_metadata vpc_networks "
        "vpc_services worker_loaders workflows addresses keep_vars"
    ),
    "how a bundle is made, which changes no setting": (
        "alias base_dir build define dependencies_instrumentation find_additional_modules jsx_factory "
        "jsx_fragment keep_names minify no_bundle preserve_file_names python_modules rules tsconfig "
        "upload_source_maps"
    ),
    "what is the account's, or of other products and older forms": (
        "$schema access account_id cache compliance_region data_blobs dev env first_party_worker limits "
        "pages_build_output_dir previews route site text_blobs wasm_modules"
    ),
}


def _configuration(site: Path, folder: str) -> dict[str, Any]:
    text = (site / folder / "wrangler.jsonc").read_text()
    parsed: dict[str, Any] = json.loads(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))
    return parsed


def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((found_package("wrangler") / "config-schema.json").read_bytes())
    return schema


@pytest.mark.parametrize("folder", _FOLDERS)
def test_dry_run_accepts_the_bundle(folder: str, small_engine_site: Path) -> None:
    assert dry_run(small_engine_site, folder) > 0


def test_largest_function_is_within_the_limit(lenient_site: Path) -> None:
    """It has every country, and the optional routes."""
    assert dry_run(lenient_site, "hosts/cloudflare") < _KIBIBYTES


@pytest.mark.parametrize("folder", _FOLDERS)
def test_every_key_of_the_tools_schema_is_written_or_has_a_reason_not_to_be(
    folder: str, small_engine_site: Path
) -> None:
    import jsonschema

    written = _configuration(small_engine_site, folder)
    jsonschema.validate(written, _schema())
    known = {*_schema()["definitions"]["RawConfig"]["properties"]}
    left_out = [name for names in _NOT_WRITTEN.values() for name in names.split()]
    assert len(left_out) == len({*left_out})
    assert not {*left_out} & {*written}
    assert known == {*left_out, *written, "routes"}


@pytest.mark.parametrize("folder", _FOLDERS)
def test_a_deployment_opens_no_address_that_the_zones_rules_do_not_cover(folder: str, small_engine_site: Path) -> None:
    written = _configuration(small_engine_site, folder)
    routes = written.get("routes", [])
    assert written["workers_dev"] is not bool(routes)
    assert written["preview_urls"] is False
    assert written["observability"]["enabled"] is True


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://api.example.org", "api.example.org"),
        ("https://cdn.example.org/flags", "cdn.example.org"),
        ("https://countries.someone.workers.dev", ""),
        ("http://127.0.0.1:8000", ""),
        ("http://192.0.2.1", ""),
        ("http://[2001:db8::1]:8000", ""),
        ("http://localhost:8000", ""),
        ("http://machine", ""),
    ],
)
def test_the_domain_is_that_of_the_address(url: str, name: str) -> None:
    assert _domain(url) == name
