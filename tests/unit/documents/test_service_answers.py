"""Notice, health, index of static addresses, and the generic error bodies."""

import json
from pathlib import Path

from pydantic import TypeAdapter

from builder.api.record_model import Error, Health, Notice
from builder.documents.service_answers import ERRORS, error_files
from tests.support.serving import Service


def test_every_error_has_a_generic_body() -> None:
    bodies = {file.path: json.loads(file.body) for file in error_files()}
    assert bodies == {
        f"public/_errors/{status}.json": {"message": message, "status": status} for status, message in ERRORS.items()
    }
    assert all(list(TypeAdapter(Error).validate_python(body, strict=True)) == list(body) for body in bodies.values())


def test_health_has_the_number_of_records_and_the_revision_of_the_answers(service: Service) -> None:
    health = json.loads(service.get("/health").body)
    assert health["status"] == "pass"
    assert health["checks"]["dataset:records"][0]["observedValue"] == 250
    assert health["releaseId"].partition("-")[0] == dict(service.get("/v1").headers)["X-Dataset-Revision"]


def test_answers_of_meta_routes_are_valid_and_in_the_order_of_the_model(service: Service) -> None:
    for path, model in (("/health", Health), ("/v1/notice", Notice)):
        body = service.get(path).body
        adapter = TypeAdapter[object](model)
        assert json.loads(adapter.dump_json(adapter.validate_json(body, strict=True))) == json.loads(body)
        assert list(json.loads(body)) == list(model.__annotations__)


def test_index_lists_existing_answers_with_their_totals(site: Path, service: Service) -> None:
    index = json.loads(service.get("/v1/index.json").body)
    europe = index["routes"]["/v1/region/{region}"]["europe"]
    reply = service.get("/v1/region/europe")
    assert str(europe["total"]) == dict(reply.headers)["X-Total-Count"]
    assert (site / "public/v1/region/europe.json").read_bytes() == reply.body
    assert (site / f"public{europe['windows']}/25-25.json").is_file()


def test_index_has_no_windows_for_a_single_record(service: Service) -> None:
    index = json.loads(service.get("/v1/index.json").body)
    assert index["routes"]["/v1/alpha/{codes}"]["de"] == {"total": 1}


def test_index_has_windows_for_every_key_with_several_records(site: Path) -> None:
    index = json.loads((site / "public/v1/index.json").read_bytes())
    entries = [(route, key, entry) for route, keys in index["routes"].items() for key, entry in keys.items()]
    assert [(route, key) for route, key, entry in entries if entry["total"] > 1 and "windows" not in entry] == []
    guinea = index["routes"]["/v1/name/{name}"]["guinea"]
    assert (guinea["total"], guinea["windows"]) == (4, "/v1/name/guinea")
    assert (site / "public/v1/name/guinea/2-2.json").is_file()
