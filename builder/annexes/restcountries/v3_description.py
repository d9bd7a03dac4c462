"""``/v3.1/openapi.json``: the OpenAPI 3.1 description of the ``/v3.1`` routes, with real answers as examples."""

import orjson

from builder import __version__
from builder.annexes.restcountries.v3_routes import CODES, V3_ROUTES, V3Route
from builder.config import Config
from builder.types import Ask

_Object = dict[str, object]

_ABOUT = (
    "The routes of restcountries v3.1, answered from the records of this service. `fields` selects fields of the top "
    "level; their names are case-sensitive, and unknown ones are ignored."
)
_FIELDS = "Comma-separated names of fields of the top level. Without it, a record has every field that is not empty."
_BOUNDS = {"strict": "At most 10, none of them blank.", "lenient": "None of them blank."}
_QUERY: dict[str, _Object] = {
    CODES: {
        "description": "Comma-separated cca2, ccn3, cca3 or cioc codes, in any case; unknown ones are left out.",
        "required": True,
        "schema": {"type": "string", "minLength": 2},
    },
    "fullText": {
        "description": "Whether the text is a whole common or official name; the first match is returned.",
        "schema": {"type": "boolean", "default": False},
    },
    "status": {
        "description": "true returns independent countries, false all others.",
        "schema": {"type": "boolean", "default": True},
    },
}
_TEXT: _Object = {"type": "string"}
_TRUTH: _Object = {"type": "boolean"}
_TEXTS: _Object = {"type": "array", "items": _TEXT}
_PLACE: _Object = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
_NAMES: _Object = {"type": "object", "properties": {"official": _TEXT, "common": _TEXT}}


def _map(value: _Object) -> _Object:
    return {"type": "object", "additionalProperties": value}


def _object(**properties: _Object) -> _Object:
    return {"type": "object", "properties": properties}


_COUNTRY: dict[str, _Object] = {
    "name": _object(common=_TEXT, official=_TEXT, nativeName=_map(_NAMES)),
    **dict.fromkeys(("cca2", "ccn3", "cca3", "cioc", "fifa", "status", "region", "subregion", "flag"), _TEXT),
    **dict.fromkeys(("tld", "capital", "altSpellings", "borders", "timezones", "continents"), _TEXTS),
    **dict.fromkeys(("independent", "unMember", "landlocked"), _TRUTH),
    "currencies": _map(_object(name=_TEXT, symbol=_TEXT)),
    "idd": _object(root=_TEXT, suffixes=_TEXTS),
    "languages": _map(_TEXT),
    "translations": _map(_NAMES),
    "latlng": _PLACE,
    "area": {"type": "number"},
    "demonyms": _map(_object(f=_TEXT, m=_TEXT)),
    "maps": _object(googleMaps=_TEXT, openStreetMaps=_TEXT),
    "population": {"type": "integer"},
    "gini": _map({"type": "number"}),
    "car": _object(side={"enum": ["left", "right"]}),
    "flags": _object(png=_TEXT, svg=_TEXT, alt=_TEXT),
    "coatOfArms": {"type": "object"},
    "startOfWeek": _TEXT,
    "capitalInfo": _object(latlng=_PLACE),
    "postalCode": _object(format=_TEXT, regex=_TEXT),
}
_ERROR = {
    "type": "object",
    "required": ["message", "status"],
    "properties": {"message": _TEXT, "status": {"type": "integer"}},
}


def describe(ask: Ask, config: Config, revision: str) -> bytes:
    """Describe the ``/v3.1`` routes in their configured mode, as JSON; *ask* answers the examples."""
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "Country Reference, routes of restcountries v3.1",
            "version": __version__,
            "description": f"{_ABOUT} Dataset {revision}.",
            "contact": {"name": "The project", "url": config.repository_url},
            "license": {"name": "MIT (code), ODbL-1.0 (data)", "url": f"{config.docs}/data-sources.html"},
        },
        "servers": [{"url": config.base_url, "description": "The API"}],
        "security": [],
        "paths": {
            route.path: {"get": _operation(route, ask, config.compatibility.restcountries)} for route in V3_ROUTES
        },
        "components": {"schemas": {"Country": {"type": "object", "properties": _COUNTRY}, "Error": _ERROR}},
    }
    return orjson.dumps(whole)


def _operation(route: V3Route, ask: Ask, mode: str) -> _Object:
    is_all = route.operation == "getAll"
    fields: _Object = {
        "name": "fields",
        "in": "query",
        "description": f"{_FIELDS} {_BOUNDS[mode]}" if is_all else _FIELDS,
        "schema": _TEXT,
    }
    parameters = [{**fields, "required": True} if is_all and mode == "strict" else fields]
    parameters += [{"name": name, "in": "query", **_QUERY[name]} for name in route.query]
    if route.parameter:
        parameter = route.parameter
        parameters.insert(
            0,
            {
                "name": parameter.name,
                "in": "path",
                "required": True,
                "description": parameter.description,
                "schema": _TEXT,
                "example": parameter.example,
            },
        )
    value = orjson.loads(ask(route.example).body)
    record = {"$ref": "#/components/schemas/Country"}
    many = {"type": "array", "items": record}
    schema = {"oneOf": [many, record]} if isinstance(value, dict) else many
    shown = value[:2] if isinstance(value, list) else value
    media = {"schema": schema, "examples": {"real": {"summary": f"GET {route.example}", "value": shown}}}
    return {
        "operationId": route.operation,
        "summary": route.summary,
        "parameters": parameters,
        "responses": {
            "200": {"description": f"{route.summary}.", "content": {"application/json": media}},
            **{str(status): _error(said) for status, said in _refusals(route)},
        },
    }


def _refusals(route: V3Route) -> tuple[tuple[int, str], ...]:
    refused = (400, "The request is invalid.")
    return (refused,) if route.path.endswith("/all") else (refused, (404, "Nothing is found."))


def _error(description: str) -> _Object:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {"description": description, "content": content}
