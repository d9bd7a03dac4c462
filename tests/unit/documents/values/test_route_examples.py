"""Example requests of the documents."""

from builder.api.routes import ROUTES
from builder.documents.values.route_examples import path_of


def test_path_of_encodes_the_value_of_the_parameter() -> None:
    (route,) = (route for route in ROUTES if route.path == "/v1/name/{name}")
    assert path_of(route, "côte d'ivoire") == "/v1/name/c%C3%B4te%20d%27ivoire"
