"""The edge core inside Python: an embedded engine, a site opened in it, and the two generated modules."""
