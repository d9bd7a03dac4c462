"""``/openapi.json``: the routes and the record model as an OpenAPI 3.1 description."""
