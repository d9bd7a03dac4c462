"""Exports all records as files, with one module for each format.

No route of ``/v1`` answers all complete records at once; ``countries export`` writes them. The same dataset gives the
same bytes. The module of a format describes its files.
"""

from builder.annex import Annex
from builder.annexes.exports import csv_file, json_file, sqlite_file, svg_png_zip

ANNEX = Annex(
    formats={
        "json": json_file.write,
        "ndjson": json_file.write_lines,
        "csv": csv_file.write,
        "sqlite": sqlite_file.write,
        "flags": svg_png_zip.write,
    }
)
