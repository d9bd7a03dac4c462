"""Reads the tables, which have facts that records lack, and makes their files, which no function serves.

``models/`` declares them. Documents show their rows; hosts serve the files as they are.
"""

from builder.annexes.tables.files import make_table_files, table_head
from builder.annexes.tables.loading import load_tables
from builder.annexes.tables.outline_geometry import Outlines

__all__ = ["Outlines", "load_tables", "make_table_files", "table_head"]
