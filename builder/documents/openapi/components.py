"""Makes the shared parts of ``/openapi.json``: schemas, parameters, headers, and the responses that routes share."""

from collections.abc import Mapping
from typing import Any

from orjson import loads

from builder.api.error_messages import ERRORS
from builder.api.json_schemas import REFERENCE, Schema, move_references, schemas_below
from builder.api.parameters import (
    FIELDS,
    MAX_DIGITS,
    MAX_FIELD_DEPTH,
    MAX_FIELD_PATHS,
    MAX_SEED,
    MAX_TARGET,
    PARAMETERS,
    Parameter,
    ParameterType,
    PathParameter,
)
from builder.api.response_headers import CACHE, DATASET_REVISION, ETAG, FOR_BROWSERS, HEADERS, LINK, METHODS, Header
from builder.api.route_type import MAX_CODES
from builder.api.types import JsonObject
from builder.documents.document_data import DocumentData

_GREATEST_NUMBER = 10**MAX_DIGITS - 1
_FIELD = rf"[^,.]*(\.[^,.]*){{0,{MAX_FIELD_DEPTH - 1}}}"
NOT_MODIFIED = "The response is the one whose ETag was sent in If-None-Match. There is no body."

_WHOLE_NUMBER_HEADERS = {"X-List-Page", "X-List-Pages", "X-List-Index", "X-Total-Count"}

LOCATION = Header("Location", "URL of the image, absolute.")
# The headers of every response.
_COMMON = (
    *FOR_BROWSERS,
    DATASET_REVISION,
    Header("Cache-Control", "How long the response may be cached.", CACHE["ok"]),
    *(header for header in HEADERS if header.value),
)
_ALLOW = Header("Allow", "The methods that are allowed.", METHODS)
# The answer to this request has examples of headers whose value is not fixed.
_EXAMPLE_TARGET = "/v1/region/europe?fields=name.common&limit=5&offset=5"
_PROJECTION_PREFIX = "Projected"

_FIELDS_EXAMPLES: JsonObject = {
    "few": {"summary": "A few fields", "value": "cca2,capital,population"},
    "nested": {"summary": "Fields inside objects, by dot paths", "value": FIELDS.example},
    "all": {"summary": "Whole records", "value": "*"},
}


def make_components(data: DocumentData) -> JsonObject:
    """Make the components object of the description."""
    real = dict(data.ask(data.examples.target(_EXAMPLE_TARGET)).headers)
    examples = {header: header.value for header in (*_COMMON, _ALLOW)}
    examples |= {header: real[header.name] for header in (ETAG, LINK, DATASET_REVISION)}
    return {
        "schemas": with_projections(data.site.interface.schemas),
        "parameters": {key: describe_parameter(parameter) for key, parameter in PARAMETERS.items()}
        | {"ifNoneMatch": _IF_NONE_MATCH},
        "headers": {
            header.name: _header(header, examples.get(header)) for header in (*HEADERS, *_COMMON, LOCATION, _ALLOW)
        },
        "responses": {
            "NotModified": {"description": NOT_MODIFIED, "headers": headers_of(ETAG)},
            "MethodNotAllowed": error_response(
                "The method is not GET, HEAD or OPTIONS.", loads(data.ask("/v1", method="POST").body), _ALLOW
            ),
            "UriTooLong": error_response(
                f"The request target is longer than {MAX_TARGET} bytes.",
                loads(data.ask(f"/v1/name/{'a' * MAX_TARGET}").body),
            ),
            "InternalServerError": error_response(
                "The service failed to answer.", {"message": ERRORS[500], "status": 500}
            ),
        },
    }


def headers_of(*more: Header) -> JsonObject:
    """Make references to the headers of every response and to *more*."""
    return {header.name: {"$ref": f"#/components/headers/{header.name}"} for header in (*_COMMON, *more)}


def error_response(description: str, example: Any, *more: Header) -> JsonObject:
    """Describe an error response; *example* is its body."""
    content = {"schema": reference("Error"), "example": example}
    return {"description": description, "headers": headers_of(*more), "content": {"application/json": content}}


def _header(header: Header, example: str | None) -> JsonObject:
    schema = {"type": "integer", "minimum": 0} if header.name in _WHOLE_NUMBER_HEADERS else {"type": "string"}
    described: JsonObject = {"description": header.description, "schema": schema}
    if example:
        described["example"] = example
    if header in _COMMON:
        described["required"] = True
    return described


def describe_parameter(parameter: Parameter) -> dict[str, Any]:
    """Make the parameter object of OpenAPI 3.1 of a query parameter, with its bounds, its default and an example."""
    types: dict[ParameterType, Schema] = {
        "integer": {"type": "integer", "minimum": parameter.minimum, "maximum": parameter.maximum or _GREATEST_NUMBER},
        "boolean": {"type": "boolean"},
        "enum": {"type": "string", "enum": list(parameter.enum)},
        "page": {
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": _GREATEST_NUMBER},
                {"type": "string", "enum": list(parameter.enum)},
            ]
        },
        "seed": {"type": "string", "minLength": 1, "maxLength": MAX_SEED},
        "fields": {"type": "string", "pattern": f"^{_FIELD}(,{_FIELD}){{0,{MAX_FIELD_PATHS - 1}}}$", "default": "*"},
    }
    schema = types[parameter.type]
    if parameter.default is not None:
        schema["default"] = parameter.default
    described: dict[str, Any] = {
        "name": parameter.name,
        "in": "query",
        "description": parameter.description,
        "schema": schema,
    }
    if parameter.type == "fields":
        described["examples"] = _FIELDS_EXAMPLES
    else:
        is_json = parameter.type in ("integer", "page", "boolean")
        described["example"] = loads(parameter.example) if is_json else parameter.example
    return described


def describe_path_parameter(parameter: PathParameter, example: str = "") -> dict[str, Any]:
    """Make the parameter object of a path parameter with an *example*, or with the declared one."""
    schema: Schema = {"type": "string", "minLength": 1}
    if parameter.enum:
        schema = {"type": "string", "enum": list(parameter.enum)}
    elif parameter.name == "codes":
        schema["pattern"] = f"^[^,]*(,[^,]*){{0,{MAX_CODES - 1}}}$"
    return {
        "name": parameter.name,
        "in": "path",
        "required": True,
        "description": parameter.description,
        "schema": schema,
        "example": example or parameter.example,
    }


_IF_NONE_MATCH: JsonObject = {
    "name": "If-None-Match",
    "in": "header",
    "description": "ETag of an earlier response, or several, or `*`; compared weakly.",
    "schema": {"type": "string"},
    "example": '"0123456789abcdef"',
}


def reference(name: str) -> Schema:
    """Make a reference to the schema *name*."""
    return {"$ref": f"{REFERENCE}{name}"}


def with_projections(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return *schemas*, and for each object of a record a schema of its projection, by name.

    ``CountryAnswer`` is a complete record or a projection, so that clients get types for complete records and
    validation for projections.
    """
    made: dict[str, Schema] = {name: _keyed(schema) for name, schema in schemas.items()}
    for name in schemas_below(made, "Country"):
        projected = move_references(made[name], f"{REFERENCE}{_PROJECTION_PREFIX}")
        projected.pop("required", None)
        projected["description"] = f"The part of {name} requested by `fields`."
        made[f"{_PROJECTION_PREFIX}{name}"] = projected
    made["CountryAnswer"] = {
        "description": "A complete record or, with `fields`, the requested part.",
        "anyOf": [reference("Country"), reference(f"{_PROJECTION_PREFIX}Country")],
    }
    return dict(sorted(made.items()))


def _keyed(value: Any) -> Any:
    """Describe the keys and values of a map separately, because client generators ignore ``patternProperties``."""
    if isinstance(value, list):
        return [_keyed(item) for item in value]
    if not isinstance(value, dict):
        return value
    keyed = {key: _keyed(item) for key, item in value.items() if key != "patternProperties"}
    for pattern, schema in value.get("patternProperties", {}).items():
        keyed |= {"propertyNames": {"pattern": pattern}, "additionalProperties": _keyed(schema)}
    return keyed
