"""The pages to use rather than to read: console, charts, map and search."""
