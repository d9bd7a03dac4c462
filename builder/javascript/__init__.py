"""Runs the edge core in Python: an embedded JavaScript context, calls of the core, and its generated modules."""
