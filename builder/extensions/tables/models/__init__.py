"""The tables. Each is declared as ``TABLE`` in a module of this package, which has its name, with underscores.

Files, schemas, the database, pages, search and the refresh follow from the declarations.
"""

from importlib import import_module
from pkgutil import iter_modules

from builder.extensions.tables.table import Table

_NAMES = sorted(module.name for module in iter_modules(__path__))
TABLES: tuple[Table, ...] = tuple(import_module(f"{__name__}.{name}").TABLE for name in _NAMES)
