"""Fills ``data/``: reads pinned sources as facts, merges them, and compares the result. No build imports it."""
