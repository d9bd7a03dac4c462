"""What the page of downloads says of the dataset in the vocabulary of schema.org, as JSON-LD."""

from collections.abc import Sequence

from builder.annexes.exports.downloads import Download
from builder.api.headers import TYPES
from builder.site.site import Site
from builder.types import JsonObject


def dataset_data(downloads: Sequence[Download], site: Site) -> JsonObject:
    """Describe the dataset, and its files as schema.org's ``Dataset``."""
    config, dataset = site.config, site.dataset
    return {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": "Country Reference",
        "description": f"{len(dataset.records)} country records: names, codes, economy, holidays and flags, each value "
        "with its source; and tables beside them.",
        "url": f"{config.docs}/downloads.html",
        "version": dataset.revision,
        "dateModified": dataset.sources["fetchedAt"],
        "license": dataset.sources["licences"]["licenceUrl"],
        "isAccessibleForFree": True,
        "keywords": ["countries", "ISO 3166", "country codes", "flags", "population", "GDP", "public holidays"],
        "creator": {"@type": "Organization", "name": "Country Reference", "url": config.repository_url},
        "distribution": [
            _file(f"{config.docs}/downloads/{one.name}", one.type, len(one.body)) | {"sha256": one.sha256}
            for one in downloads
        ],
    }


def _file(address: str, kind: str, size: int) -> JsonObject:
    media = TYPES[kind].partition(";")[0]
    return {"@type": "DataDownload", "contentUrl": address, "encodingFormat": media, "contentSize": f"{size} B"}
