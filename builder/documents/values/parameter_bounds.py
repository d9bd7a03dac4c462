"""Describes the query parameters of routes in words."""

from collections.abc import Sequence

from builder.api.parameters import LIMIT, MAX_SEED, PARAMETERS, Parameter
from builder.api.route import Family, Route
from builder.api.routes import ROUTES


def parameters_of(families: Sequence[Family]) -> list[Parameter]:
    """List the distinct query parameters of the routes of some families."""
    names = dict.fromkeys(name for route in ROUTES if route.family in families for name in route.params)
    return [PARAMETERS[name] for name in names]


def bounds_of(parameter: Parameter, route: Route | None = None) -> str:
    """Describe the allowed values of a parameter, on *route* if its largest page is smaller than the largest limit."""
    if parameter is LIMIT and route is not None and route.has_smaller_pages:
        most = route.max_limit
        return f"1 to {most}; default {parameter.default}; up to {parameter.maximum} counts as {most}"
    allowed = {
        "integer": f"{parameter.minimum} or more"
        if parameter.maximum is None
        else f"{parameter.minimum} to {parameter.maximum}",
        "boolean": "true or false",
        "enum": " or ".join(parameter.enum),
        "page": "0 or more, random, or randomized",
        "seed": f"1 to {MAX_SEED} characters",
        "fields": "names and dot paths",
    }[parameter.type]
    if parameter.default is None:
        return allowed
    return f"{allowed}; default {str(parameter.default).lower() if parameter.type == 'boolean' else parameter.default}"
