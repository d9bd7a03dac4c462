"""The sources: each module reads the files of a pinned package, or the answers of a live service, as facts.

``data/sources.json`` pins them, and ``refresh/refresh.py`` says which module reads which.
"""
