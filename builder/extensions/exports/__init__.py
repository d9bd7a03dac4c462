"""The extension that offers all records as files for download.

No route of ``/v1`` answers with all complete records at once. The same dataset gives the same bytes.
"""

from pathlib import Path

from builder.api.extension import Extension
from builder.extensions.exports.guides import download_documents, download_guides, shared_values

EXTENSION = Extension(
    name="exports",
    folder=Path(__file__).parent,
    needs=("tables",),
    shared=shared_values,
    guides=download_guides,
    entries=download_documents,
    advice={"all": ", and /docs/downloads.txt names the files with all of them"},
    links=(("service-meta", "downloads/datapackage.json", "application/json"),),
)
