"""Notice, health, index of static addresses, the generic error bodies, and the files below ``/.well-known/``."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from builder.api.error_messages import ERRORS
from builder.api.record_model import Error, Health, Notice
from builder.api.response_headers import TYPES
from builder.api.types import Entry
from builder.documents import DocumentData
from builder.documents.service_files import api_catalog, service_files
from builder.extensions import load_extensions
from builder.project.config import Config, Security, config_model
from tests.support.serving import Service


def test_every_error_has_a_generic_body(data: DocumentData) -> None:
    bodies = {entry.path: json.loads(entry.make()) for entry in service_files(data) if "_errors" in entry.path}
    assert bodies == {
        f"public/_errors/{status}.json": {"message": message, "status": status} for status, message in ERRORS.items()
    }
    assert all(list(TypeAdapter(Error).validate_python(body, strict=True)) == list(body) for body in bodies.values())


def test_health_and_notice_are_valid_and_in_the_order_of_their_models(service: Service) -> None:
    for path, model in (("/health", Health), ("/v1/notice", Notice)):
        body = service.get(path).body
        adapter = TypeAdapter[object](model)
        assert json.loads(adapter.dump_json(adapter.validate_json(body, strict=True))) == json.loads(body)
        assert list(json.loads(body)) == list(model.__annotations__)


def test_index_has_totals_and_windows_for_every_key_with_several_records(site: Path, service: Service) -> None:
    index = json.loads((site / "public/v1/index.json").read_bytes())
    europe = index["routes"]["/v1/region/{region}"]["europe"]
    assert str(europe["total"]) == service.get("/v1/region/europe").header("X-Total-Count")
    assert index["routes"]["/v1/alpha/{codes}"]["de"] == {"total": 1}
    entries = [(route, key, entry) for route, keys in index["routes"].items() for key, entry in keys.items()]
    assert [(route, key) for route, key, entry in entries if entry["total"] > 1 and "windows" not in entry] == []
    guinea = index["routes"]["/v1/name/{name}"]["guinea"]
    assert (guinea["total"], guinea["windows"]) == (4, "/v1/name/guinea")
    assert (site / "public/v1/name/guinea/2-2.json").is_file()


_BASE = "https://api.example.org"
_CONTACT = Security(
    contact=("mailto:security@example.org", "https://example.org/report"),
    expires="2027-06-30",
    policy="https://example.org/policy",
)


_EXTENSIONS = load_extensions()


def _files(data: DocumentData, config: Config) -> dict[str, Entry]:
    configured = replace(data, site=replace(data.site, config=config, extensions=()))
    return {entry.address: entry for entry in service_files(configured) if entry.address.startswith("/.well-known/")}


def _catalog(**values: object) -> Any:
    return api_catalog(config_model(_EXTENSIONS).model_validate(values), _EXTENSIONS)


@pytest.mark.needs("pages", "exports")
def test_catalog_is_a_linkset_with_the_api_and_what_describes_it() -> None:
    # RFC 9264, 4.2: the only member is "linkset"; each context has an anchor; targets are objects with href; type is
    # one media type. RFC 9727, 4.1: an item for each endpoint, and metadata by the relations of RFC 8631.
    whole = _catalog(base_url=_BASE)
    assert [*whole] == ["linkset"]
    catalog, api = whole["linkset"]
    assert catalog == {
        "anchor": f"{_BASE}/.well-known/api-catalog",
        "item": [{"href": f"{_BASE}/v1", "type": "application/json"}],
    }
    assert api.pop("anchor") == catalog["item"][0]["href"]
    assert {relation: [target["href"] for target in targets] for relation, targets in api.items()} == {
        "service-desc": [f"{_BASE}/openapi.json"],
        "service-doc": [f"{_BASE}/docs/", f"{_BASE}/llms.txt"],
        "service-meta": [f"{_BASE}/docs/downloads/datapackage.json"],
        "status": [f"{_BASE}/health"],
        "license": [f"{_BASE}/licences.txt"],
    }


def test_catalog_has_the_type_with_its_profile_and_the_link_of_the_rfc(data: DocumentData) -> None:
    asset = _files(data, Config())["/.well-known/api-catalog"]
    # RFC 9727, 4.2 and 2.
    assert TYPES[asset.type] == 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
    assert asset.headers == (("Link", '</.well-known/api-catalog>; rel="api-catalog"'),)


@pytest.mark.needs("pages")
def test_documents_of_another_host_are_linked_there() -> None:
    _, api = _catalog(base_url=_BASE, docs_url="https://docs.example.org")["linkset"]
    assert api["service-doc"][0]["href"] == "https://docs.example.org/"
    assert api["service-desc"][0]["href"] == f"{_BASE}/openapi.json"


def test_without_a_contact_there_is_no_security_txt(data: DocumentData) -> None:
    assert [*_files(data, Config(base_url=_BASE))] == ["/.well-known/api-catalog"]


def test_security_txt_is_valid(data: DocumentData) -> None:
    import sectxt

    asset = _files(data, Config(base_url=_BASE, security=_CONTACT))["/.well-known/security.txt"]
    assert TYPES[asset.type] == "text/plain; charset=utf-8"
    parser = sectxt.Parser(asset.make(), f"{_BASE}/.well-known/security.txt")
    # The file is not signed and names no key, and the validator's clock may be past the expiry date.
    assert {error["code"] for error in parser.errors} <= {"expired"}
    assert {advice["code"] for advice in parser.recommendations} <= {"not_signed", "no_encryption", "long_expiry"}
    lines = [line.split(": ", 1) for line in asset.make().decode().splitlines()]
    assert lines == [
        ["Contact", "mailto:security@example.org"],
        ["Contact", "https://example.org/report"],
        ["Expires", "2027-06-30T00:00:00Z"],
        ["Canonical", f"{_BASE}/.well-known/security.txt"],
        ["Policy", "https://example.org/policy"],
        ["Preferred-Languages", "en"],
    ]
