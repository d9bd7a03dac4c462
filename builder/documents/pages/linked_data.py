"""What pages say of countries and of the dataset in the vocabulary of schema.org, as JSON-LD."""

from collections.abc import Iterator, Mapping, Sequence

from builder.api.field_paths import value_at
from builder.api.headers import TYPES
from builder.api.record_fields import Country
from builder.documents.downloads.all_records import Download
from builder.output_paths import country_page, table_path
from builder.site.site import Site
from builder.tabular.table import TableRows
from builder.types import JsonObject

_CONTEXT = "https://schema.org"
_CODES = {
    "cca2": "ISO 3166-1 alpha-2",
    "cca3": "ISO 3166-1 alpha-3",
    "ccn3": "ISO 3166-1 numeric",
    "cioc": "IOC",
    "fifa": "FIFA",
}


def country_data(value: Country, site: Site) -> JsonObject:
    """Describe a country as schema.org's ``Country``."""
    code = value["cca2"]
    native = (text for name in value["name"].get("native", {}).values() for text in name.values())
    further = (value["name"]["official"], *native, *value.get("altSpellings", ()))
    names = [name for name in further if len(name) > len(code)]
    wikidata = {"sameAs": f"https://www.wikidata.org/wiki/{value['kbId']}"} if "kbId" in value else {}
    return {
        "@context": _CONTEXT,
        "@type": "Country",
        "name": value["name"]["common"],
        "alternateName": [*dict.fromkeys(name for name in names if name != value["name"]["common"])],
        "url": f"{site.config.docs}/{country_page(code)}",
        "image": value["flags"]["svg"],
        **wikidata,
        "identifier": [
            {"@type": "PropertyValue", "propertyID": scheme, "value": code}
            for field, scheme in _CODES.items()
            if (code := value_at(value, field))
        ],
        "containedInPlace": [{"@type": "Continent", "name": name} for name in value.get("continents", ())],
        "geo": [*_places(value, site.table_named("outlines"))],
    }


def _places(value: Country, outlines: TableRows | None) -> Iterator[JsonObject]:
    if "latlng" in value:
        latitude, longitude = value["latlng"]
        yield {"@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude}
    for row in outlines.by_country.get(value["cca2"], ()) if outlines else ():
        # A box of schema.org cannot cross the 180th meridian.
        if row["west"] <= row["east"]:
            yield {"@type": "GeoShape", "box": f"{row['south']} {row['west']} {row['north']} {row['east']}"}


def dataset_data(downloads: Sequence[Download], site: Site, sizes: Mapping[str, int]) -> JsonObject:
    """Describe the dataset, its files, and the tables beside it as schema.org's ``Dataset``."""
    config, dataset = site.config, site.dataset
    return {
        "@context": _CONTEXT,
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
        "hasPart": [_table(one, site, sizes) for one in site.tables],
    }


def _table(one: TableRows, site: Site, sizes: Mapping[str, int]) -> JsonObject:
    table, files = one.table, site.config.files
    return {
        "@type": "Dataset",
        "name": table.title,
        "description": table.sentence,
        "url": f"{site.config.docs}/table-{table.name}.html",
        "version": one.revision,
        "license": [f"https://spdx.org/licenses/{name}.html" for name in table.licences if "Ref-" not in name],
        "isBasedOn": [*dict.fromkeys(site.sources[name]["url"] for name in table.sources)],
        "distribution": [
            _file(f"{files}/{path}", kind, sizes[path])
            for kind in ("csv", "json")
            if (path := table_path(table.name, kind)) in sizes
        ],
    }


def _file(address: str, kind: str, size: int) -> JsonObject:
    media = TYPES[kind].partition(";")[0]
    return {"@type": "DataDownload", "contentUrl": address, "encodingFormat": media, "contentSize": f"{size} B"}
