"""What templates may print of the tables: routes, parameters, headers, fields, metrics."""

from collections.abc import Mapping
from typing import Any

from builder.documents.site import Site
from builder.documents.words import FAMILIES
from builder.headers import HEADERS
from builder.metrics import METRICS
from builder.parameters import PARAMETERS, Parameter
from builder.routes import ROUTES, Family, Route


def make_tables(site: Site) -> Mapping[str, Any]:
    """Give the names that templates know."""
    return {
        "routes": ROUTES,
        "parameters": PARAMETERS,
        "families": FAMILIES,
        "routes_of": routes_of,
        "parameters_of": parameters_of,
        "bounds": bounds_of,
        "headers": HEADERS,
        "metrics": METRICS,
        "country_count": len(site.dataset.records),
    }


def routes_of(*families: Family) -> tuple[Route, ...]:
    """Routes of some families, in table order."""
    return tuple(route for route in ROUTES if route.family in families)


def parameters_of(*families: Family) -> tuple[Parameter, ...]:
    """Query parameters of the routes of some families, each once."""
    names = dict.fromkeys(name for route in routes_of(*families) for name in route.params)
    return tuple(PARAMETERS[name] for name in names)


def bounds_of(parameter: Parameter) -> str:
    """Say what a parameter allows, in a few words."""
    match parameter.type:
        case "integer" if parameter.maximum is not None:
            allowed = f"{parameter.minimum} to {parameter.maximum}"
        case "integer":
            allowed = f"{parameter.minimum} or more"
        case "boolean":
            allowed = "true or false"
        case "enum":
            allowed = " or ".join(parameter.enum)
        case "page":
            allowed = "0 or more, random, or randomized"
        case "seed":
            allowed = "1 to 64 characters"
        case _:
            allowed = "names and dot paths"
    if parameter.default is None:
        return allowed
    return f"{allowed}; default {str(parameter.default).lower() if parameter.type == 'boolean' else parameter.default}"
