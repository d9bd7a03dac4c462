"""``/openapi.json``: the route table and the record model as an OpenAPI 3.1 description."""
