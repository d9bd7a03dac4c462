"""What there is, declared once: routes, parameters, headers, errors, metrics, hosts, the record; all else follows."""
