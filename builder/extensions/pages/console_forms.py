"""Makes the values of the console's forms: the fields of every route, their bounds and suggested values."""

from collections.abc import Mapping

from builder.api.parameters import MAX_LIMIT, PARAMETERS, ParameterType
from builder.api.route_type import FAMILIES, Route
from builder.api.types import JsonObject
from builder.documents.accepted_values import AcceptedValues
from builder.documents.document_data import DocumentData
from builder.documents.object_tables import record_fields
from builder.documents.page import Values
from builder.documents.reference import bounds_of, example_of
from builder.documents.samples import LANGUAGES, samples_of_request
from builder.extensions.pages.html.highlighting import highlight_code

# The group of routes that answer as another route does.
_ALIAS = "alias"
# The types of parameters whose forms show bounds; for other types, the descriptions have them.
_BOUNDED = ("integer", "boolean", "enum")
# A page has no choices, because it is a word or a number.
_CHOICES: Mapping[ParameterType, list[str]] = {"boolean": ["true", "false"], "page": []}


def console_values(data: DocumentData) -> Values:
    """Make the form of every route, in the order of their declarations, and what the forms share.

    ``calls`` has a call in each language as HTML, by the values of ``calls`` and ``whole`` in the forms; ``{url}``
    stands for the URL. ``paths`` are the fields of a record as dot paths, in record order, each with its description.
    """
    routes = data.site.interface.routes
    fields = record_fields(data.site.interface.schemas)
    forms = {
        "families": {**{str(family): texts.title for family, texts in FAMILIES.items()}, _ALIAS: "Aliases"},
        "routes": [_form(route, data) for route in routes],
        "paths": [(path, schema.get("description", "")) for path, schema in fields],
        "calls": {
            _calls_key(route, whole=whole): {
                language: highlight_code(code)
                for language, code in samples_of_request(data.jinja, route, "{url}", read_all=whole).items()
            }
            for route in routes
            for whole in (False, True)
        },
        "languages": LANGUAGES,
        "most": MAX_LIMIT,
    }
    return {"console": forms}


def _form(route: Route, data: DocumentData) -> JsonObject:
    """Describe the form of a route."""
    config = data.site.config
    metrics = data.site.interface.ranked_metrics
    lists = (page for page in data.references if page.route.answer == "[Country]")
    fields = []
    if route.path_parameter:
        fields.append(
            {
                "name": route.path_parameter.name,
                "in": "path",
                "description": route.path_parameter.description,
                "bounds": "",
                "default": "",
                "example": data.examples.value(route),
                "choices": list(route.path_parameter.enum),
                "suggestions": _suggestions(route.index, data.accepted),
            }
        )
    fields += [
        {
            "name": parameter.name,
            "in": "query",
            "description": parameter.description,
            "bounds": bounds_of(parameter, route) if parameter.type in _BOUNDED else "",
            "default": "none" if parameter.default is None else str(parameter.default).lower(),
            "example": parameter.example,
            "choices": _CHOICES.get(parameter.type, list(parameter.enum)),
            "suggestions": [],
        }
        for parameter in (PARAMETERS[name] for name in route.params)
    ]
    return {
        "path": route.path,
        "origin": config.cdn if route.on_flag_host else config.base_url,
        "family": _ALIAS if any(route in page.routes[1:] for page in lists) else route.family,
        "summary": route.summary,
        "description": route.description,
        "fields": fields,
        "example": data.examples.target(example_of(route)),
        "calls": _calls_key(route, whole=False),
        # A request without a window gets code that reads the whole list.
        "whole": _calls_key(route, whole=True),
        # A ranking requests the field of its metric.
        "figures": {metric.name: metric.path for metric in metrics} if route.family == "rank" else {},
    }


def _calls_key(route: Route, *, whole: bool) -> str:
    return f"{route.answer} {'fields' in route.params} {whole and route.has_windows}"


def _suggestions(index: str, accepted: AcceptedValues) -> list[tuple[str, str]]:
    """List the values of a route's parameter, each with another name, which can be empty."""
    suggested = {
        "region": [(region, "") for region in accepted.regions],
        "subregion": [(subregion, region) for region, names in accepted.regions.items() for subregion in names],
        "continent": [(continent, "") for continent in accepted.continents],
        "lang": [(language.name, language.alpha3) for language in accepted.languages],
        "currency": [(currency.code, currency.name) for currency in accepted.currencies],
    }
    return suggested.get(index, [])
