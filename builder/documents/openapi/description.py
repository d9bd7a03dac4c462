"""``/openapi.json``: the routes and the record model as an OpenAPI 3.1 description, with real answers."""

import orjson

from builder import API_VERSION
from builder.api.response_headers import ETAG
from builder.api.route_type import FAMILIES, Route
from builder.api.types import JsonObject
from builder.documents.document_data import DocumentData
from builder.documents.openapi.components import (
    LOCATION,
    NOT_MODIFIED,
    describe_path_parameter,
    error_response,
    headers_of,
    make_components,
    reference,
)
from builder.documents.reference import example_of, refused_of
from builder.documents.samples import samples_of_request

_ABOUT = (
    "Country records as JSON: read-only, without a key, from static files and a small function at the edge. "
    "A page has 5 records unless `limit` is set; no route returns all countries at once. "
    "`fields` selects the fields of every record."
)
# The names of languages as the common renderers of x-codeSamples know them.
_LANGUAGES = {"sh": "Shell", "js": "JavaScript", "python": "Python", "ts": "TypeScript"}
# The names of the components that describe responses with these statuses.
_SHARED = {304: "NotModified", 405: "MethodNotAllowed", 414: "UriTooLong", 500: "InternalServerError"}
_DESCRIPTIONS = {
    301: "A redirect to the image.",
    400: "A parameter, or the encoding of the path or the query, is invalid.",
    404: "The value in the path does not exist.",
}


def make_description(data: DocumentData) -> bytes:
    """Make ``/openapi.json``, which describes the interface of the site."""
    config = data.site.config
    description = {
        "openapi": "3.1.0",
        "info": {
            "title": config.site.title,
            "version": API_VERSION,
            "summary": "Country records as JSON, without a key.",
            "description": config.site.about(_ABOUT),
            "contact": {"name": config.site.title, "url": config.site.contact or config.repository_url},
            "license": {"name": "MIT (code), ODbL-1.0 (data)", "url": f"{config.files}/licences.txt"},
        },
        "externalDocs": {"description": "Guides, examples and a console", "url": f"{config.docs}/"},
        "servers": [{"url": config.base_url, "description": "The API"}],
        "security": [],
        "tags": [
            {"name": family, "x-displayName": texts.title, "description": texts.description}
            for family, texts in FAMILIES.items()
        ],
        "paths": {route.path: _path(route, data) for route in data.site.interface.routes},
        "components": make_components(data),
    }
    return orjson.dumps(description)


def _path(route: Route, data: DocumentData) -> JsonObject:
    operation = _operation(route, data)
    if route.on_flag_host:
        return {"servers": [{"url": data.site.config.cdn, "description": "The flag host"}], "get": operation}
    return {"get": operation}


def _operation(route: Route, data: DocumentData) -> JsonObject:
    path = [describe_path_parameter(route.path_parameter, data.examples.value(route))] if route.path_parameter else []
    named = [*route.params, *(["ifNoneMatch"] if 304 in route.statuses else [])]
    parameters = [*path, *({"$ref": f"#/components/parameters/{name}"} for name in named)]
    statuses = [*route.statuses, 405, 414, 500]
    if route.private and data.site.config.current.fallback:
        statuses.remove(404)
    url = (data.site.config.cdn if route.on_flag_host else data.site.config.base_url) + data.examples.target(
        example_of(route)
    )
    return {
        "operationId": route.operation,
        "tags": [route.family],
        "summary": route.summary,
        "description": route.description or f"{route.summary}.",
        **({"parameters": parameters} if parameters else {}),
        "responses": {str(status): _response(route, status, data) for status in statuses},
        "x-codeSamples": [
            {"lang": _LANGUAGES[language], "source": code}
            for language, code in samples_of_request(data.jinja, route, url).items()
        ],
    }


def _response(route: Route, status: int, data: DocumentData) -> JsonObject:
    if status == 304 and route.headers:
        return {"description": NOT_MODIFIED, "headers": headers_of(ETAG, *route.headers)}
    if status in _SHARED:
        return {"$ref": f"#/components/responses/{_SHARED[status]}"}
    if status == 200:
        return _success(route, data)
    if status == 301:
        return {"description": _DESCRIPTIONS[301], "headers": headers_of(LOCATION)}
    # Malformed requests are rejected before the route is known, so the flag host answers them in the same way.
    target = refused_of(route, status) or f"{route.path.partition('{')[0]}%"
    prefix = "/flags" if route.on_flag_host and status == 404 else ""
    answer = data.ask(prefix + target)
    if answer.status != status:
        raise ValueError(f"the example of {route.path} for {status} is answered {answer.status}")
    return error_response(_DESCRIPTIONS[status], orjson.loads(answer.body))


def _success(route: Route, data: DocumentData) -> JsonObject:
    if route.answer == "text":
        content: JsonObject = {"text/plain": {"schema": {"type": "string"}}}
    else:
        target = data.examples.target(example_of(route))
        answer = data.ask(target, country=data.examples.country)
        schema = reference("CountryAnswer" if route.answer.strip("[]") == "Country" else route.answer)
        if route.answer.startswith("["):
            schema = {"type": "array", "items": schema}
        example = {"summary": f"GET {target}", "value": orjson.loads(answer.body)}
        # A small site may have no country with a value for the parameter.
        examples = {"examples": {"real": example}} if answer.status == 200 else {}
        content = {"application/json": {"schema": schema, **examples}}
    etag = (ETAG,) if 304 in route.statuses else ()
    return {"description": f"{route.summary}.", "headers": headers_of(*etag, *route.headers), "content": content}
