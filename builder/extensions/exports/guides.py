"""Declares the guide to the downloads, and describes them as JSON-LD in the vocabulary of schema.org."""

from collections.abc import Iterator

from builder.api.headers import TYPES
from builder.api.types import Entry, JsonObject
from builder.documents.contents import START
from builder.documents.document_data import DocumentData
from builder.documents.page import Page, Values
from builder.extensions.exports.downloads import Download, downloads_of
from builder.extensions.exports.flat_columns import digit_columns, flat_columns


def _values(data: DocumentData) -> Values:
    site = data.site
    columns = flat_columns(site)
    return {
        "columns": columns,
        "digit_columns": digit_columns(site.dataset.records, columns),
    }


def _linked_data(data: DocumentData) -> JsonObject:
    """Describe the dataset and its files as a ``Dataset`` of schema.org."""
    config, dataset = data.site.config, data.site.dataset
    downloads: tuple[Download, ...] = data.once(downloads_of)
    return {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": config.site.title,
        "description": config.site.about(
            f"{len(dataset.records)} country records: names, codes, economy, holidays and flags, each value with its "
            "source; and tables beside them."
        ),
        "url": f"{config.docs}/downloads.html",
        "version": dataset.revision,
        "dateModified": dataset.sources["fetchedAt"],
        "license": dataset.sources["licences"]["licenceUrl"],
        "isAccessibleForFree": True,
        "keywords": ["countries", "ISO 3166", "country codes", "flags", "population", "GDP", "public holidays"],
        "creator": {"@type": "Organization", "name": config.site.title, "url": config.repository_url},
        "distribution": [
            _file(f"{config.docs}/downloads/{file.name}", file.type, len(file.body)) | {"sha256": file.sha256}
            for file in downloads
        ],
    }


def _file(address: str, kind: str, size: int) -> JsonObject:
    media = TYPES[kind].partition(";")[0]
    return {"@type": "DataDownload", "contentUrl": address, "encodingFormat": media, "contentSize": f"{size} B"}


_PAGE = Page(
    "downloads",
    "Downloads",
    "All records as JSON, CSV and SQLite; calendars; changes.",
    START,
    _values,
    words="bulk dump export all countries records file csv excel spreadsheet sqlite database ndjson jsonl offline",
    linked_data=_linked_data,
    moved_from=("/downloads", "/docs/downloads/"),
)


def download_guides() -> Iterator[Page]:
    """Yield the guide to the downloads."""
    yield _PAGE


def shared_values(data: DocumentData) -> Values:
    """Return the downloads, which the landing page and the index for language models name."""
    return {"downloads": data.once(downloads_of)}


def download_documents(data: DocumentData) -> Iterator[Entry]:
    """Yield the entries of the downloads."""
    yield from (download.document for download in data.once(downloads_of))
