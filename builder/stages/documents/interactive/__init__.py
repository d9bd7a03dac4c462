"""The data of the interactive pages: console, charts, map and search."""
