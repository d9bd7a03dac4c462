"""The example requests of each route in the documents: a successful one, and one for each error."""

from dataclasses import dataclass, field
from urllib.parse import quote

from builder.api.metrics import METRICS
from builder.api.routes import Route

# Complete records would make examples too long.
_FEW_FIELDS = "name.common,cca2,capital"


@dataclass(frozen=True)
class Example:
    """A request target, and other parts of the request, such as the caller's country."""

    target: str
    request: dict[str, str] = field(default_factory=dict)


def path_of(route: Route, value: str | None = None) -> str:
    """Return the path of *route* with *value*, or the example, for its parameter."""
    if not route.path_parameter:
        return route.path
    given = quote(route.path_parameter.example if value is None else value, safe=",")
    return route.path.replace(f"{{{route.path_parameter.name}}}", given)


def example_of(route: Route) -> Example:
    """Return an example request for *route* with a short answer."""
    query = []
    if "fields" in route.params:
        query.append(f"fields={_fields_of(route)}")
    if {"limit", "catalogLimit"} & set(route.params) and route.kind not in ("random", "codes"):
        query.append("limit=2")
    target = path_of(route) + (f"?{'&'.join(query)}" if query else "")
    return Example(target, {"country": "DE"} if route.kind == "current" else {})


def _fields_of(route: Route) -> str:
    """Return the fields of an example; those of a ranking include the value that it ranks by."""
    if route.kind == "rank" and route.path_parameter:
        return f"name.common,{next(one.path for one in METRICS if one.name == route.path_parameter.example)}"
    return _FEW_FIELDS


def refused_of(route: Route, status: int) -> Example | None:
    """Return a request that *route* answers with *status* (400 or 404); None when only malformed requests get it."""
    if status == 404:
        return Example(path_of(route, "nowhere"))
    if "limit" in route.params or "catalogLimit" in route.params:
        return Example(f"{path_of(route)}?limit=0")
    if "fields" in route.params:
        return Example(f"{path_of(route)}?fields={'.'.join('abcdefghi')}")
    return None
