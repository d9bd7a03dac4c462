"""Example requests of the documents."""

import pytest

from builder.api.routes import ROUTES, Route
from builder.stages.documents.route_examples import EXAMPLE_COUNTRY, example_of, path_of, refused_of
from tests.support.serving import Service


@pytest.mark.parametrize("route", [route for route in ROUTES if not route.on_flag_host], ids=lambda route: route.path)
def test_service_answers_the_examples_of_each_route(route: Route, service: Service) -> None:
    assert service.get(example_of(route), country=EXAMPLE_COUNTRY).status in (200, 301)
    for status in {400, 404} & set(route.statuses):
        if refused := refused_of(route, status):
            assert service.get(refused).status == status


def test_path_of_encodes_the_value_of_the_parameter() -> None:
    (route,) = (route for route in ROUTES if route.path == "/v1/name/{name}")
    assert path_of(route, "côte d'ivoire") == "/v1/name/c%C3%B4te%20d%27ivoire"
