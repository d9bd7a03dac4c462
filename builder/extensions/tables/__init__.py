"""Tables of facts that records lack: files alone, which no function serves.

``models/`` declares them. The folder ``tables/`` of the dataset has their rows; documents show them.
"""

from builder.api.types import Asset
from builder.extensions import Extension
from builder.extensions.tables.files import make_table_files
from builder.extensions.tables.guides import shared_values, table_guides
from builder.extensions.tables.loading import load_tables
from builder.extensions.tables.outline_geometry import Outlines
from builder.site.site import Site


def files_of(site: Site) -> tuple[Asset, ...]:
    """Make the files of the tables of *site*."""
    outlines = Outlines(site.dataset.reference["outlines"], site.dataset.records)
    return make_table_files(site.tables, site.sources, outlines)


EXTENSION = Extension(tables=load_tables, assets=files_of, shared=shared_values, guides=table_guides)
