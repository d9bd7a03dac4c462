"""Exports all records as files.

No route of ``/v1`` answers all complete records at once; ``countries export`` writes them. The same dataset gives the
same bytes.
"""

from builder.annex import Annex
from builder.annexes.exports.formats import write_csv, write_flags, write_json, write_lines, write_sqlite

ANNEX = Annex(
    formats={
        "json": write_json,
        "ndjson": write_lines,
        "csv": write_csv,
        "sqlite": write_sqlite,
        "flags": write_flags,
    }
)
