"""Stage 4: reads the tables beside the record, and makes their files, which no function serves.

The tables are declared in ``builder/tables/``. Documents show their rows; hosts serve the files as they are.
"""

from builder.stages.tables.files import make_table_files, table_head
from builder.stages.tables.loading import load_tables
from builder.stages.tables.outlines import Outlines

__all__ = ["Outlines", "load_tables", "make_table_files", "table_head"]
