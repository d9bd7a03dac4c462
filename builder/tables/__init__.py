"""What there is, declared once: routes, parameters, headers, metrics and the record model; all else is derived."""
