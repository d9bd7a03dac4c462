"""All records as files, which the documents offer for download.

No route of ``/v1`` answers all complete records at once. The same dataset gives the same bytes.
"""

from builder.extensions import Extension
from builder.extensions.exports.guides import download_documents, download_guides, shared_values

EXTENSION = Extension(shared=shared_values, guides=download_guides, documents=download_documents)
