"""The route table, compared with the specification, the vectors and real answers."""

import re

import pytest

from builder.api.parameters import PARAMETERS
from builder.api.response_headers import HEADERS
from builder.api.route_type import Route
from builder.api.routes import DESCRIPTION, DOCUMENT
from tests.support.cases import load_cases
from tests.support.serving import Service
from tests.support.values import INTERFACE
from tests.support.vectors import load_vectors

EVERY_ROUTE = (*INTERFACE.routes, DESCRIPTION, DOCUMENT)
IDS = [route.path for route in EVERY_ROUTE]

# Sections 4.1 to 4.6 of the specification: each path and its query parameters.
SPECIFIED = load_cases("routes")["specified"]


def test_table_has_the_31_paths_and_the_parameters_of_the_specification() -> None:
    names = {route.path: sorted(PARAMETERS[key].name for key in route.params) for route in INTERFACE.routes}
    assert names == {path: sorted(parameters) for path, parameters in SPECIFIED.items()}
    assert len(names) == 31


def test_parameters_of_each_route_are_in_the_order_of_link_targets() -> None:
    order = [*PARAMETERS]
    for route in EVERY_ROUTE:
        assert list(route.params) == sorted(route.params, key=order.index), route.path


@pytest.mark.parametrize("route", EVERY_ROUTE, ids=IDS)
def test_every_route_has_a_vector_with_a_successful_answer(route: Route) -> None:
    if route.on_flag_host:
        route = next(other for other in INTERFACE.routes if other.path == f"/flags{route.path}")
    pattern = re.compile(re.sub(r"\\\{\w+\\\}", "[^/?]+", re.escape(route.path)) + r"/?(\?.*)?")
    statuses = {vector.expect["status"] for vector in load_vectors() if pattern.fullmatch(vector.target)}
    assert statuses & {200, 301}


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
