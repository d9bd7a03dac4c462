"""The route table, compared with the specification, the vectors, the core and real answers."""

import json
import re

import pytest

from builder.api.parameters import PARAMETERS
from builder.api.response_headers import HEADERS
from builder.api.route_type import FAMILIES, Route
from builder.api.routes import DESCRIPTION, DOCUMENT
from builder.javascript.context import JavaScriptContext, read_modules
from tests.support.cases import load_cases
from tests.support.project import ROOT
from tests.support.serving import Service
from tests.support.values import INTERFACE
from tests.support.vectors import load_vectors

EVERY_ROUTE = (*INTERFACE.routes, DESCRIPTION, DOCUMENT)
IDS = [route.path for route in EVERY_ROUTE]

# Sections 4.1 to 4.6 of the specification: each path and its query parameters.
SPECIFIED = load_cases("routes")["specified"]


def test_table_has_the_31_paths_of_the_specification() -> None:
    assert len(SPECIFIED) == 31
    assert sorted(route.path for route in INTERFACE.routes) == sorted(SPECIFIED)


@pytest.mark.parametrize("route", INTERFACE.routes, ids=IDS[:31])
def test_route_has_the_parameters_of_the_specification(route: Route) -> None:
    assert sorted(PARAMETERS[key].name for key in route.params) == sorted(SPECIFIED[route.path])


@pytest.mark.parametrize("route", EVERY_ROUTE, ids=IDS)
def test_parameters_are_in_the_order_of_link_targets(route: Route) -> None:
    order = list(PARAMETERS)
    assert [order.index(key) for key in route.params] == sorted(order.index(key) for key in route.params)


@pytest.mark.parametrize("route", INTERFACE.routes, ids=IDS[:31])
def test_example_of_a_path_parameter_is_found(route: Route, service: Service) -> None:
    names = re.findall(r"\{(\w+)\}", route.path)
    assert names == ([route.path_parameter.name] if route.path_parameter else [])
    if route.path_parameter and not route.on_flag_host:
        target = route.path.replace(f"{{{names[0]}}}", route.path_parameter.example)
        assert service.get(target).status in (200, 301)


def test_families_are_those_of_the_routes() -> None:
    assert {route.family for route in INTERFACE.routes} == set(FAMILIES)


@pytest.mark.parametrize("route", EVERY_ROUTE, ids=IDS)
def test_every_route_has_a_vector_with_a_successful_answer(route: Route) -> None:
    if route.on_flag_host:
        route = next(other for other in INTERFACE.routes if other.path == f"/flags{route.path}")
    pattern = re.compile(re.sub(r"\\\{\w+\\\}", "[^/?]+", re.escape(route.path)) + r"/?(\?.*)?")
    statuses = {vector.expect["status"] for vector in load_vectors() if pattern.fullmatch(vector.target)}
    assert statuses & {200, 301}


def test_core_has_every_kind() -> None:
    engine = JavaScriptContext(read_modules(ROOT / "edge", "core"), ["core/kinds.js"])
    kinds = json.loads(engine.evaluate("JSON.stringify(Object.keys(modules['core/kinds.js'].KINDS))"))
    assert {route.kind for route in EVERY_ROUTE} == {*kinds}


@pytest.mark.parametrize(
    "route", [route for route in EVERY_ROUTE if not route.on_flag_host], ids=lambda route: route.path
)
def test_answer_of_a_route_has_its_declared_headers(route: Route, service: Service) -> None:
    parameter = route.path_parameter
    path = route.path.replace(f"{{{parameter.name}}}", parameter.example) if parameter else route.path
    targets = [path, f"{path}?page=0", f"{path}?page=random", f"{path}?fields=foo", f"{path}?x=1", f"{path},zz"]
    sent = {name for target in targets for name, _ in service.get(target, country="DE").headers}
    optional = {header.name for header in HEADERS if not header.value} - {"X-Dataset-Revision", "ETag"}
    assert sent & optional == {header.name for header in route.headers}
