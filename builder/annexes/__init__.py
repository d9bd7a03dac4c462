"""What the service offers beyond its specification: a folder and a line in ``NAMES`` for each annex.

An annex imports the service, never the other way, and no other annex. To remove one, delete its folder and its line.
Its package may have ``ANNEX``, the parts that it adds to a site, and a module ``command`` with a command.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

    from builder.annex import Annex

NAMES = (
    "tables",
    "restcountries",
    "pages",
    "exports",
    "npm",
    "mcp",
    "verify",
)


def annexes() -> tuple[Annex, ...]:
    """Load the annexes that add something to a site, in the order of ``NAMES``."""
    modules = [import_module(f"{__name__}.{name}") for name in NAMES]
    return tuple(module.ANNEX for module in modules if hasattr(module, "ANNEX"))


def commands() -> tuple[click.Command, ...]:
    """Load the commands of the annexes."""
    modules = [f"{__name__}.{name}.command" for name in NAMES]
    return tuple(import_module(module).COMMAND for module in modules if find_spec(module))
