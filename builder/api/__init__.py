"""Declarations that the rest is derived from: routes, parameters, headers, errors, metrics, the record model."""
