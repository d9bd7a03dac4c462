"""Readers of the sources, in the module with the name of the source.

``read`` turns a pinned package into facts. For pinned files of a repository, ``extract`` turns them into figures, and
``facts_of`` turns figures into facts.
"""

from importlib import import_module
from types import ModuleType


def reader_of(source: str) -> ModuleType:
    """Return the module that reads the source with this id."""
    return import_module(f"{__name__}.{source.replace('-', '_')}")
