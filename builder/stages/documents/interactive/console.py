"""Makes the data of the console's forms: the fields of every route, their bounds and suggested values."""

from collections.abc import Iterator
from typing import Literal, TypedDict

from builder.api.json_schemas import schemas
from builder.api.metrics import METRICS
from builder.api.parameters import PARAMETERS, Parameter, PathParameter
from builder.api.routes import ROUTES, Route
from builder.stages.documents.accepted_values import AcceptedValues, make_accepted_values
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.pages.reference import REFERENCES, calls_of
from builder.stages.documents.pages.template_values import bounds_of
from builder.stages.documents.route_examples import example_of
from builder.stages.documents.schema_references import REFERENCE

# The group of routes that answer as another one does.
ALIAS = "alias"
_ALIASES = [route for page in REFERENCES if page.route.kind in ("list", "codes") for route in page.routes[1:]]
# The values of other parameters are described in their descriptions.
_BOUNDED = ("integer", "boolean", "enum")


FormField = TypedDict(
    "FormField",
    {
        "name": str,
        "in": Literal["path", "query"],
        "description": str,
        "bounds": str,
        "example": str,
        "choices": list[str],
        "suggestions": list[tuple[str, str]],
    },
)


class Form(TypedDict):
    """The form of a route, in the shape that the console's script reads."""

    path: str
    origin: str
    family: str
    summary: str
    description: str
    fields: list[FormField]
    example: str
    figures: dict[str, str]
    calls: str


def make_forms(site: DocumentData) -> list[Form]:
    """Make the form of every route, in the order of their declarations."""
    accepted = make_accepted_values(site.dataset)
    return [_form(route, site, accepted) for route in ROUTES]


def make_calls() -> dict[str, dict[str, str]]:
    """Write a call in each language, by the ``calls`` of the forms; ``{url}`` stands for the URL."""
    return {_calls(route): {one.language: one.code for one in calls_of(route, "{url}")} for route in ROUTES}


def record_paths() -> list[str]:
    """List the fields of a record as dot paths, in record order: those of objects follow the object."""
    described = schemas()

    def below(name: str, prefix: str) -> Iterator[str]:
        for field, schema in described[name]["properties"].items():
            yield prefix + field
            if "$ref" in schema:
                yield from below(str(schema["$ref"]).removeprefix(REFERENCE), f"{prefix}{field}.")

    return list(below("Country", ""))


def _form(route: Route, site: DocumentData, accepted: AcceptedValues) -> Form:
    in_path = [_path_field(route.path_parameter, route, accepted)] if route.path_parameter else []
    return {
        "path": route.path,
        "origin": site.config.cdn if route.on_flag_host else site.config.base_url,
        "family": ALIAS if route in _ALIASES else route.family,
        "summary": route.summary,
        "description": route.description,
        "fields": in_path + [_query_field(PARAMETERS[name], route) for name in route.params],
        "example": example_of(route).target,
        # A ranking shows the field of its metric.
        "calls": _calls(route),
        "figures": {metric.name: metric.path for metric in METRICS} if route.family == "rank" else {},
    }


def _calls(route: Route) -> str:
    return f"{route.answer} {'fields' in route.params}"


def _query_field(parameter: Parameter, route: Route) -> FormField:
    return {
        "name": parameter.name,
        "in": "query",
        "description": parameter.description,
        "bounds": bounds_of(parameter, route) if parameter.type in _BOUNDED else "",
        "example": parameter.example,
        "choices": ["true", "false"] if parameter.type == "boolean" else list(parameter.enum),
        "suggestions": [],
    }


def _path_field(parameter: PathParameter, route: Route, accepted: AcceptedValues) -> FormField:
    return {
        "name": parameter.name,
        "in": "path",
        "description": parameter.description,
        "bounds": "",
        "example": parameter.example,
        "choices": list(parameter.enum),
        "suggestions": _suggestions(route.index, accepted),
    }


def _suggestions(index: str, accepted: AcceptedValues) -> list[tuple[str, str]]:
    """List the values of a filter, each with another name."""
    match index:
        case "region":
            return [(region, "") for region in accepted.regions]
        case "subregion":
            return [(subregion, region) for region, names in accepted.regions.items() for subregion in names]
        case "continent":
            return [(continent, "") for continent in accepted.continents]
        case "lang":
            return [(language.name, language.alpha3) for language in accepted.languages]
        case "currency":
            return [(currency.code, currency.name) for currency in accepted.currencies]
        case _:
            return []
