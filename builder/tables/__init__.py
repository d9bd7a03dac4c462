"""What there is, declared once: routes, parameters, headers, errors, metrics, hosts, the record model; all else follows."""
