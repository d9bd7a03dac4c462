"""Declarations that the rest is derived from: routes, parameters, headers, errors, metrics, hosts, the record model."""
