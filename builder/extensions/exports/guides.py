"""Makes the guide to the downloads, and describes them as JSON-LD in the vocabulary of schema.org."""

from collections.abc import Iterator
from pathlib import Path

from builder.api.response_headers import TYPES
from builder.api.types import JsonObject
from builder.documents.document_data import DocumentData
from builder.documents.front_matter import read_guides
from builder.documents.page import Page, Values
from builder.extensions.exports.csv_columns import csv_columns, digit_columns
from builder.extensions.exports.downloads import Download, downloads_of


def download_guides() -> Iterator[Page]:
    """Yield the guide to the downloads."""
    for page in read_guides(Path(__file__).parent / "templates/pages").values():
        addresses = ("/downloads", "/docs/downloads/")
        yield page._replace(values=_values, linked_data=_linked_data, moved_from=addresses)


def _values(data: DocumentData) -> Values:
    site = data.site
    columns = csv_columns(site)
    return {
        "columns": columns,
        "digit_columns": digit_columns(site.dataset.records, columns),
    }


def _linked_data(data: DocumentData) -> JsonObject:
    """Describe the dataset and its files as a ``Dataset`` of schema.org."""
    config, dataset = data.site.config, data.site.dataset
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
        "distribution": [_described(file, config.docs) for file in data.once(downloads_of)],
    }


def _described(file: Download, docs: str) -> JsonObject:
    return {
        "@type": "DataDownload",
        "contentUrl": f"{docs}/downloads/{file.name}",
        "encodingFormat": TYPES[file.type].partition(";")[0],
        "contentSize": f"{len(file.body)} B",
        "sha256": file.sha256,
    }
