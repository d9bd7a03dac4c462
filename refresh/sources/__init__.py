"""The sources: each module reads files of a pinned package or repository as facts.

``data/sources.json`` pins them, and ``refresh/refresh.py`` says which module reads which.
"""
