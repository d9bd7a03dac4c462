"""What the service offers beyond its specification: a folder and a line in ``NAMES`` for each extension.

To remove one, delete its folder, its tests in ``tests/extensions/`` and its line. The service imports none; the command
line loads them once and puts them into the request. A package has ``EXTENSION``, and may have a module ``command``.
"""

from importlib import import_module
from importlib.util import find_spec

import click

from builder.api.extension import Extension

NAMES = (
    "tables",
    "restcountries",
    "pages",
    "exports",
    "npm",
    "mcp",
    "verify",
)


def load_extensions() -> tuple[Extension, ...]:
    """Load every extension, in the order of ``NAMES``."""
    return tuple(import_module(f"{__name__}.{name}").EXTENSION for name in NAMES)


def load_commands() -> tuple[click.Command, ...]:
    """Load the commands of the extensions."""
    modules = [f"{__name__}.{name}.command" for name in NAMES]
    return tuple(import_module(module).COMMAND for module in modules if find_spec(module))
