"""The tables, each declared in a module of this package as ``TABLE``.

Files, schemas, the database, pages, search and the refresh follow from the declarations.
"""

from importlib import import_module
from pkgutil import iter_modules

from builder.extensions.tables.table import Table


def _declared() -> tuple[Table, ...]:
    names = sorted(module.name for module in iter_modules(__path__))
    tables = tuple(import_module(f"{__name__}.{name}").TABLE for name in names)
    for name, table in zip(names, tables, strict=True):
        if table.name.replace("-", "_") != name:
            raise ValueError(f"{name}.py declares {table.name!r}; a table has the name of its module, with hyphens")
    return tables


TABLES: tuple[Table, ...] = _declared()
