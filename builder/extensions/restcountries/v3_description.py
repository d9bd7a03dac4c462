"""Makes ``/v3.1/openapi.json``, the OpenAPI description of the ``/v3.1`` routes, with real answers as examples."""

import orjson

from builder import __version__
from builder.api.types import Ask
from builder.documents.openapi.components import describe_path_parameter
from builder.extensions.restcountries.v3_routes import CODES, V3_ROUTES, V3Route
from builder.project.config import Config

_Object = dict[str, object]

_ABOUT = (
    "The routes of restcountries v3.1, answered from the records of this service. `fields` selects fields of the top "
    "level; their names are case-sensitive, and unknown ones are ignored."
)
_FIELDS = "Comma-separated names of fields of the top level. Without it, a record has every field that is not empty."
_BOUNDS = {"strict": "Required here. At most 10, none of them blank.", "lenient": "None of them blank."}
_QUERY: dict[str, _Object] = {
    CODES: {
        "description": "Comma-separated cca2, ccn3, cca3 or cioc codes in any case; unknown ones are left out.",
        "required": True,
        "schema": {"type": "string", "minLength": 2},
    },
    "fullText": {
        "description": "With true, `{name}` must be a whole common or official name; the first match is returned.",
        "schema": {"type": "boolean", "default": False},
    },
    "status": {
        "description": "true returns independent countries, false all others.",
        "schema": {"type": "boolean", "default": True},
    },
}
_TEXT: _Object = {"type": "string"}
_COUNTRY = {"type": "object", "description": "A record with the fields that restcountries v3.1 has."}
_ERROR = {
    "type": "object",
    "required": ["message", "status"],
    "properties": {"message": _TEXT, "status": {"type": "integer"}},
}


def describe(ask: Ask, mode: str, config: Config, revision: str) -> bytes:
    """Describe the ``/v3.1`` routes as JSON. *mode* is ``strict`` or ``lenient``; the examples are answers of *ask*."""
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": f"{config.site.title}, routes of restcountries v3.1",
            "version": __version__,
            "description": config.site.about(f"{_ABOUT} Dataset {revision}."),
            "contact": {"name": config.site.title, "url": config.site.contact or config.repository_url},
            "license": {"name": "MIT (code), ODbL-1.0 (data)", "url": f"{config.files}/licences.txt"},
        },
        "servers": [{"url": config.base_url, "description": "The API"}],
        "security": [],
        "paths": {route.path: {"get": _operation(route, ask, mode)} for route in V3_ROUTES},
        "components": {"schemas": {"Country": _COUNTRY, "Error": _ERROR}},
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
    parameters += [{"name": name, "in": "query", **_QUERY[name]} for name in route.params[1:]]
    if route.path_parameter:
        parameters.insert(0, {**describe_path_parameter(route.path_parameter)})
    answer = ask(route.example)
    value = orjson.loads(answer.body)
    record = {"$ref": "#/components/schemas/Country"}
    many = {"type": "array", "items": record}
    schema = {"oneOf": [many, record]} if route.is_object_with_fields else many
    shown = value[:2] if isinstance(value, list) else value
    real = {"summary": f"GET {route.example}", "value": shown}
    # A small site may lack the country of the example.
    media = {"schema": schema, **({"examples": {"real": real}} if answer.status == 200 else {})}
    return {
        "operationId": route.operation,
        "summary": route.summary,
        "parameters": parameters,
        "responses": {
            "200": {"description": f"{route.summary}.", "content": {"application/json": media}},
            "400": _error("The request is invalid."),
            **({} if is_all else {"404": _error("Nothing is found.")}),
        },
    }


def _error(description: str) -> _Object:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {"description": description, "content": content}
