"""The example requests of each route in the documents: a successful one, and one for each error."""

from urllib.parse import quote

from builder.api.figures import METRICS
from builder.api.headers import TOTAL_COUNT
from builder.api.route import Route

# The country that examples are requested from, of which one route tells.
EXAMPLE_COUNTRY = "DE"
# Complete records would make examples too long.
_FEW_FIELDS = "name.common,cca2,capital"


def path_of(route: Route, value: str | None = None) -> str:
    """Return the path of *route* with *value*, or the example, for its parameter."""
    if not route.path_parameter:
        return route.path
    given = quote(route.path_parameter.example if value is None else value, safe=",")
    return route.path.replace(f"{{{route.path_parameter.name}}}", given)


def example_of(route: Route) -> str:
    """Return the target of an example request for *route* with a short answer."""
    query = []
    if "fields" in route.params:
        example = route.path_parameter.example if route.path_parameter else ""
        # With the value that a ranking is by.
        ranked = [f"name.common,{metric.path}" for metric in METRICS if metric.name == example]
        query.append(f"fields={next(iter(ranked), _FEW_FIELDS)}")
    if TOTAL_COUNT in route.headers and not route.max_values:
        query.append("limit=2")
    return path_of(route) + (f"?{'&'.join(query)}" if query else "")


def refused_of(route: Route, status: int) -> str | None:
    """Return a target that *route* answers with *status* (400 or 404); None when only malformed requests get it."""
    if status == 404:
        return path_of(route, "nowhere")
    if "limit" in route.params or "catalogLimit" in route.params:
        return f"{path_of(route)}?limit=0"
    if "fields" in route.params:
        return f"{path_of(route)}?fields={'.'.join('abcdefghi')}"
    return None
