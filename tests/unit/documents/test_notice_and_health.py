"""The notice and the health answer."""

import json

from builder.api.record_fields import Health, Notice
from tests.support.serving import Service


def test_health_has_the_number_of_records_and_the_revision_of_the_answers(service: Service) -> None:
    health = json.loads(service.get("/health").body)
    assert health["status"] == "pass"
    assert health["checks"]["dataset:records"][0]["observedValue"] == 250
    assert health["releaseId"].partition("-")[0] == dict(service.get("/v1").headers)["X-Dataset-Revision"]


def test_answers_of_meta_routes_are_valid_and_in_the_order_of_the_model(service: Service) -> None:
    for path, model in (("/health", Health), ("/v1/notice", Notice)):
        answer = json.loads(service.get(path).body)
        assert list(model.model_validate(answer).model_dump()) == list(answer)
