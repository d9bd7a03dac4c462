"""Tables of facts that records lack. They are files only: no function answers from them.

``models/`` declares them. The folder ``tables/`` of the dataset has the rows that are not computed.
"""

from pathlib import Path

from builder.api.extension import Extension
from builder.extensions.tables.files import table_files
from builder.extensions.tables.guides import shared_values, table_guides
from builder.extensions.tables.loading import NAME, load_tables

EXTENSION = Extension(
    name=NAME,
    folder=Path(__file__).parent,
    read=load_tables,
    entries=lambda data: data.once(table_files).entries,
    shared=shared_values,
    guides=table_guides,
    advice={"former": "; /tables/former-codes.json lists former codes"},
)
