"""The extension that offers all records as files for download.

No route of ``/v1`` answers with all complete records at once. A file has the same bytes for the same dataset.
"""

from pathlib import Path

from builder.api.extension import Extension
from builder.extensions.exports.downloads import downloads_of
from builder.extensions.exports.guides import download_guides

EXTENSION = Extension(
    name="exports",
    folder=Path(__file__).parent,
    needs=("tables",),
    # The landing page and the index for language models name the downloads.
    shared=lambda data: {"downloads": data.once(downloads_of)},
    guides=download_guides,
    entries=lambda data: (download.document for download in data.once(downloads_of)),
    advice={"all": ", and /docs/downloads.txt names the files with all of them"},
    links=(("service-meta", "downloads/datapackage.json", "application/json"),),
)
