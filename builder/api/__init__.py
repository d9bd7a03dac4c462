"""Declarations of the API, used by all other code: routes, parameters, headers, errors, metrics, the record model."""
