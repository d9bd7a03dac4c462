"""What the service offers beyond its specification: a folder and a line in ``NAMES`` for each extension.

To remove an extension, delete its folder, its tests in ``tests/extensions/`` and its line, and those of each extension
that needs it. Without ``tables``, delete ``refresh/`` too. The service imports no extension.
The command line loads them once and puts them into the request. The package of an extension has ``EXTENSION``, and may
have a module ``command`` with a command that has the name of the extension.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.api.extension import Extension

# The names of the extensions, each with what its command does; empty for an extension without a command.
NAMES = {
    "tables": "",
    "restcountries": "",
    "pages": "",
    "exports": "",
    "npm": "Write the npm package of the records and tables.",
    "mcp": "Serve the dataset to agents: Model Context Protocol.",
    "verify": "Compare a deployed site with the built one.",
}


def load_extensions() -> tuple["Extension", ...]:
    """Load every extension, in the order of ``NAMES``."""
    return tuple(import_module(f"{__name__}.{name}").EXTENSION for name in NAMES)
