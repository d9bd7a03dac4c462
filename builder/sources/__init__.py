"""What fills ``data/``: one module a source, each a function from a pinned package's files to facts.

A build never imports this package. ``refresh`` alone knows the order; ``merge`` alone knows who wins.
"""
