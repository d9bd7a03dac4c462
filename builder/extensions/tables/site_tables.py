"""The tables of a site, for other extensions."""

from typing import cast

from builder.extensions.tables.table import TableRows
from builder.site.site import Site

NAME = "tables"


def tables_of(site: Site) -> tuple[TableRows, ...]:
    """Return every table with its rows."""
    return cast("tuple[TableRows, ...]", site.values[NAME])


def table_named(site: Site, name: str) -> TableRows | None:
    """Return a table, if the site has it."""
    return next((table for table in tables_of(site) if table.table.name == name), None)
