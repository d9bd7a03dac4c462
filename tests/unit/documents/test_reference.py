"""Examples and pages of routes."""

from builder.documents.reference import make_references, path_of
from tests.support.values import INTERFACE


def test_every_route_is_on_one_reference_page() -> None:
    paths = [route.path for page in make_references(INTERFACE.routes) for route in page.routes]
    assert sorted(paths) == sorted(route.path for route in INTERFACE.routes)


def test_path_of_encodes_the_value_of_the_parameter() -> None:
    (route,) = (route for route in INTERFACE.routes if route.path == "/v1/name/{name}")
    assert path_of(route, "côte d'ivoire") == "/v1/name/c%C3%B4te%20d%27ivoire"
