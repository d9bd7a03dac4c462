"""The notice and the health answer."""

import json

from pydantic import TypeAdapter

from builder.api.record_fields import Health, Notice
from tests.support.serving import Service


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
