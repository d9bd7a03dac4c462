"""Fills ``data/``: reads facts of pinned sources, merges them, and judges the result. No build imports it."""
