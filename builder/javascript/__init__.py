"""The edge core, called from Python: an embedded JavaScript context, calls of the core, and its generated modules."""
