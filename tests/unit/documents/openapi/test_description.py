"""The OpenAPI description is valid and complete, and the service answers as it describes."""

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from pydantic import TypeAdapter, ValidationError

from builder.api.parameters import PARAMETERS
from builder.api.record_model import Country
from builder.api.route_type import Route
from builder.documents.reference import path_of
from tests.support.serving import Service
from tests.support.values import INTERFACE

Object = dict[str, Any]
API_ROUTES = [route for route in INTERFACE.routes if not route.on_flag_host]


@pytest.fixture(scope="module")
def described(site: Path) -> Object:
    value: Object = json.loads((site / "public/openapi.json").read_text("utf-8"))
    return value


def operation_of(described: Object, route: Route) -> Object:
    operation: Object = described["paths"][route.path]["get"]
    return operation


def resolved(described: Object, part: Object) -> Object:
    while "$ref" in part:
        found: Any = described
        for name in part["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        part = found
    return part


def validator(described: Object, schema: Object) -> Any:
    # The library takes a second to load, which a worker without these tests need not spend.
    from jsonschema import Draft202012Validator

    return Draft202012Validator({**schema, "components": described["components"]})


def closed(value: Any) -> Any:
    """Make a schema reject undeclared fields, so that no answer has more than the description."""
    if isinstance(value, list):
        return [closed(item) for item in value]
    if not isinstance(value, dict):
        return value
    inside = {key: closed(item) for key, item in value.items()}
    return inside | ({"additionalProperties": False} if isinstance(value.get("properties"), dict) else {})


def test_description_is_valid_openapi(described: Object) -> None:
    from openapi_spec_validator import validate

    validate(described)


def test_description_has_exactly_the_paths_of_the_route_table(described: Object) -> None:
    assert described["openapi"].startswith("3.1")
    assert described["info"]["version"] == "1.0.0"
    assert described["security"] == []
    assert list(described["paths"]) == [route.path for route in INTERFACE.routes]
    assert len(described["paths"]) == 31
    assert all(path["get"]["operationId"].isidentifier() for path in described["paths"].values())


@pytest.mark.parametrize("route", INTERFACE.routes, ids=lambda route: route.path)
def test_operation_has_the_parameters_of_its_route_with_their_bounds(described: Object, route: Route) -> None:
    operation = operation_of(described, route)
    listed = [resolved(described, part) for part in operation.get("parameters", [])]
    in_query = {part["name"]: part["schema"] for part in listed if part["in"] == "query"}
    assert list(in_query) == [PARAMETERS[key].name for key in route.params]
    for key in route.params:
        parameter = PARAMETERS[key]
        schema = in_query[parameter.name]
        if parameter.type == "integer":
            assert schema["minimum"] == parameter.minimum
            assert schema["maximum"] == (parameter.maximum or 999_999_999)
        if parameter.default is not None:
            assert schema["default"] == parameter.default
    in_path = [part["name"] for part in listed if part["in"] == "path"]
    assert in_path == ([route.path_parameter.name] if route.path_parameter else [])


@pytest.mark.parametrize("route", INTERFACE.routes, ids=lambda route: route.path)
def test_operation_has_the_statuses_of_its_route_and_those_that_every_route_has(
    described: Object, route: Route
) -> None:
    declared = {int(status) for status in operation_of(described, route)["responses"]}
    assert declared == {*route.statuses, 405, 414, 500}


@pytest.mark.parametrize("route", INTERFACE.routes, ids=lambda route: route.path)
def test_example_of_an_error_has_its_status_and_that_of_a_flag_its_path(described: Object, route: Route) -> None:
    responses = operation_of(described, route)["responses"]
    for status in {400, 404} & set(route.statuses):
        example = responses[str(status)]["content"]["application/json"]["example"]
        assert example["status"] == status
        if route.kind == "flag" and status == 400:
            assert json.dumps(f"{route.path.partition('{')[0]}%") in example["message"]


def test_examples_of_headers_are_from_an_answer(described: Object, service: Service) -> None:
    reply = service.get("/v1/region/europe?fields=name.common&limit=5&offset=5")
    headers = described["components"]["headers"]
    for name in ("Link", "ETag", "X-Dataset-Revision"):
        assert headers[name]["example"] == reply.header(name)


def requests_of(route: Route) -> list[tuple[str, str]]:
    path = path_of(route)
    targets = [("GET", path), ("POST", path), ("GET", f"{path}?{'x' * 8000}"), ("GET", f"{path}?limit=0&limit=%zz")]
    if route.path_parameter:
        targets.append(("GET", path_of(route, "nowhere at all")))
    if "fields" in route.params:
        fields = "name.native,holidays.items.name,enrichment.economics,currencies,nothing"
        targets += [("GET", f"{path}?fields={fields}"), ("GET", f"{path}?fields={'a.' * 9}a")]
    return targets


@pytest.mark.parametrize("route", API_ROUTES, ids=lambda route: route.path)
def test_answers_are_as_described(described: Object, service: Service, route: Route) -> None:
    """Compare the status, the headers and the body of answers to valid and invalid requests with the description."""
    responses = operation_of(described, route)["responses"]
    strict = {"components": described["components"] | {"schemas": closed(described["components"]["schemas"])}}
    for method, target in requests_of(route):
        reply = service.get(target, method, country="DE")
        assert str(reply.status) in responses, f"{method} {target[:80]}"
        response = resolved(described, responses[str(reply.status)])
        check_headers(described, response.get("headers", {}), dict(reply.headers))
        for media, content in response.get("content", {}).items():
            assert reply.header("Content-Type") == f"{media}; charset=utf-8"
            if media == "application/json":
                errors = list(validator(strict, closed(content["schema"])).iter_errors(json.loads(reply.body)))
                assert errors == [], f"{method} {target[:80]}"
        if not response.get("content"):
            assert reply.body == b""


def check_headers(described: Object, declared: Mapping[str, Object], sent: Mapping[str, str]) -> None:
    for name, part in declared.items():
        header = resolved(described, part)
        assert name in sent or not header.get("required"), name
        if name in sent and header["schema"]["type"] == "integer":
            assert sent[name].isdecimal(), name
    assert set(sent) - {"Content-Type"} <= set(declared)


def test_record_needs_every_required_field_and_a_projection_only_valid_values(
    described: Object, service: Service
) -> None:
    whole = validator(described, {"$ref": "#/components/schemas/Country"})
    cut = validator(described, {"$ref": "#/components/schemas/ProjectedCountry"})
    record = json.loads(service.get("/v1/alpha/de").body)[0]
    part = json.loads(service.get("/v1/alpha/de?fields=name.common,holidays.items.date").body)[0]
    assert whole.is_valid(record)
    assert cut.is_valid(part)
    assert not whole.is_valid(part)
    assert not cut.is_valid({"name": {"common": 276}})


def test_description_allows_new_fields_that_the_build_rejects(described: Object, service: Service) -> None:
    """A later release may add optional fields under /v1; a build rejects fields that it does not declare."""
    record = json.loads(service.get("/v1/alpha/de").body)[0]
    strict = partial(TypeAdapter(Country).validate_python, strict=True, extra="forbid")
    strict(record)
    longer = record | {"anthem": "x", "name": record["name"] | {"short": "x"}}
    assert validator(described, {"$ref": "#/components/schemas/Country"}).is_valid(longer)
    with pytest.raises(ValidationError) as refused:
        strict(longer)
    assert {error["loc"] for error in refused.value.errors()} == {("anthem",), ("name", "short")}


def test_every_example_is_a_real_answer(described: Object, service: Service) -> None:
    shown = 0
    for route in API_ROUTES:
        media = operation_of(described, route)["responses"].get("200", {}).get("content", {}).get("application/json")
        if not media:
            continue
        example = media["examples"]["real"]
        assert validator(described, media["schema"]).is_valid(example["value"]), route.path
        target = example["summary"].removeprefix("GET ")
        if route.kind != "random":
            assert json.loads(service.get(target, country="DE").body) == example["value"], target
        shown += 1
    assert shown == 22


@pytest.mark.parametrize("route", [route for route in API_ROUTES if not route.private], ids=lambda route: route.path)
def test_examples_of_all_query_parameters_together_find_something(
    route: Route, described: Object, service: Service
) -> None:
    parameters = [resolved(described, part) for part in operation_of(described, route).get("parameters", [])]
    query = {part["name"]: _example(part) for part in parameters if part["in"] == "query"}
    reply = service.get(f"{path_of(route)}?{urlencode(query)}")
    assert reply.status in (200, 301)
    assert reply.body != b"[]"


def _example(parameter: Object) -> str:
    several = [example["value"] for example in parameter.get("examples", {}).values()]
    return str(parameter.get("example", *several[:1])).lower()
