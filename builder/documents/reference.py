"""What the documents say about routes: bounds of parameters, example requests, and reference pages.

Similar routes share a page: the four lists, the two lookups by code, the six flags, the text documents.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote

from builder.api.parameters import LIMIT, MAX_SEED, PARAMETERS, Parameter
from builder.api.response_headers import TOTAL_COUNT
from builder.api.route_type import FAMILIES, Family, Route

# The name and the title of the page that all routes of a family share.
_SHARED: dict[Family, tuple[str, str]] = {
    "list": ("list", "A page of countries"),
    "flags": ("flags", "Redirects to flags"),
}
# The family of routes without a common subject.
_DOCUMENTS = "documents"


def parameters_of(routes: Iterable[Route], families: Sequence[Family]) -> list[Parameter]:
    """List the distinct query parameters of those *routes* that belong to one of *families*."""
    names = dict.fromkeys(name for route in routes if route.family in families for name in route.params)
    return [PARAMETERS[name] for name in names]


def bounds_of(parameter: Parameter, route: Route | None = None) -> str:
    """Describe the allowed values of *parameter*, in general or on *route*."""
    if parameter is LIMIT and route is not None and route.has_smaller_pages:
        most = route.max_limit
        return f"at most {most} here; default {parameter.default}; more, up to {parameter.maximum}, counts as {most}"
    allowed = {
        "integer": f"{parameter.minimum} or more"
        if parameter.maximum is None
        else f"{parameter.minimum} to {parameter.maximum}",
        "boolean": "true or false",
        "enum": " or ".join(parameter.enum),
        "page": f"0 or more, {', or '.join(parameter.enum)}",
        "seed": f"1 to {MAX_SEED} characters",
        "fields": "names and dot paths",
    }[parameter.type]
    if parameter.default is None:
        return allowed
    return f"{allowed}; default {str(parameter.default).lower() if parameter.type == 'boolean' else parameter.default}"


def path_of(route: Route, value: str | None = None) -> str:
    """Return the path of *route* with *value*, or the example, for its parameter."""
    if not route.path_parameter:
        return route.path
    value_in_path = quote(route.path_parameter.example if value is None else value, safe=",")
    return route.path.replace(f"{{{route.path_parameter.name}}}", value_in_path)


def example_of(route: Route) -> str:
    """Return the target of an example request for *route* with a short answer."""
    query = []
    if "fields" in route.params:
        query.append(f"fields={route.example_fields}")
    if TOTAL_COUNT in route.headers and not route.max_values:
        query.append("limit=2")
    return path_of(route) + (f"?{'&'.join(query)}" if query else "")


def refused_of(route: Route, status: int) -> str | None:
    """Return a target that *route* answers with *status* (400 or 404); None when only malformed requests get 400."""
    if status == 404:
        return path_of(route, "nowhere")
    if "limit" in route.params or "catalogLimit" in route.params:
        return f"{path_of(route)}?limit=0"
    if "fields" in route.params:
        return f"{path_of(route)}?fields={'.'.join('abcdefghi')}"
    return None


class RoutePage(NamedTuple):
    """A page about routes. It shows the first route; the answers of its other routes are the same, or similar.

    ``name`` is the name of the page, ``purpose`` says what the routes answer, ``guide`` is the name of the guide that
    explains them.
    """

    name: str
    purpose: str
    guide: str
    routes: tuple[Route, ...]

    @property
    def route(self) -> Route:
        """The route to show."""
        return self.routes[0]

    @property
    def title(self) -> str:
        """Title of the page: the request for its first route or, for text documents, its purpose."""
        return self.purpose if self.route.family == _DOCUMENTS else f"GET {self.route.path}"

    @property
    def menu(self) -> str:
        """Text of the menu: the path up to its parameter, or the title."""
        return self.title.removeprefix("GET ").partition("/{")[0]

    @property
    def rows(self) -> list[tuple[Route, list[Route]]]:
        """The routes with different answers, each with the aliases that have the same answer."""
        ordered = sorted(self.routes, key=_answer_key)
        groups = [list(group) for _, group in groupby(ordered, key=_answer_key)]
        return [(first, aliases) for first, *aliases in groups]

    @property
    def example(self) -> str:
        """The target of an example request."""
        return example_of(self.route)

    def refused(self, status: int) -> str | None:
        """Return an example target with the answer *status*, or None when a page cannot show one."""
        return refused_of(self.route, status) if status in self.route.statuses else None


def _answer_key(route: Route) -> str:
    return route.path if route.family == _DOCUMENTS else route.image


def make_references(routes: Iterable[Route]) -> tuple[RoutePage, ...]:
    """Group *routes* into pages: by family, then in the order of their declarations."""
    groups: dict[tuple[str, str], list[Route]] = {}
    for route in sorted(routes, key=lambda route: list(FAMILIES).index(route.family)):
        groups.setdefault(_page_of(route), []).append(route)
    return tuple(
        RoutePage(f"route-{slug}", title, FAMILIES[grouped[0].family].guide, tuple(grouped))
        for (slug, title), grouped in groups.items()
    )


def _page_of(route: Route) -> tuple[str, str]:
    """Return the name and the title of the page of *route*."""
    if route.family == _DOCUMENTS:
        return _DOCUMENTS, "Text documents"
    if route.family in _SHARED:
        return _SHARED[route.family]
    if route.max_values:
        return "alpha", "Countries by code"
    return route.path.partition("/{")[0].rpartition("/")[2], route.summary
