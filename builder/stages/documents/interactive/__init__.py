"""The data of the tool pages: console, charts, map and search."""
