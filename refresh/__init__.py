"""Fills ``data/``: a reader for each source turns the files of a pinned package into facts, which are merged.

A build never imports this package. Only ``refresh`` knows the order of the steps, and only ``merge`` the precedence of
the sources.
"""
