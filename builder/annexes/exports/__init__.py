"""Exports all records as files, which the documents offer for download and ``countries export`` writes.

No route of ``/v1`` answers all complete records at once. The same dataset gives the same bytes.
"""

from builder.annex import Annex
from builder.annexes.exports.formats import write_csv, write_flags, write_json, write_lines, write_sqlite
from builder.annexes.exports.guides import download_documents, download_guides, shared_values

ANNEX = Annex(
    shared=shared_values,
    guides=download_guides,
    documents=download_documents,
    formats={
        "json": write_json,
        "ndjson": write_lines,
        "csv": write_csv,
        "sqlite": write_sqlite,
        "flags": write_flags,
    },
)
