"""Gives other extensions the tables of a site."""

from typing import cast

from builder.extensions.tables.loading import LoadedTables
from builder.extensions.tables.origins import Origins
from builder.extensions.tables.provenance import Provenance
from builder.extensions.tables.table import TableRows
from builder.extensions.tables.topology import OutlineTopology
from builder.site.site import Site

NAME = "tables"


def tables_of(site: Site) -> tuple[TableRows, ...]:
    """Return every table with its rows."""
    return _loaded(site).rows


def topology_of(site: Site) -> OutlineTopology:
    """Return the outlines of countries."""
    return _loaded(site).topology


def provenance_of(site: Site) -> Provenance:
    """Return the sources of each field of the records."""
    return _loaded(site).provenance


def origins_of(site: Site) -> Origins:
    """Return the origin of each value, by alpha-2 code and path of the field."""
    return _loaded(site).origins


def _loaded(site: Site) -> LoadedTables:
    return cast("LoadedTables", site.values[NAME])


def table_named(site: Site, name: str) -> TableRows:
    """Return a table. Raises ``StopIteration`` for a name that no table has."""
    return next(table for table in tables_of(site) if table.table.name == name)
