"""Describes countries in the vocabulary of schema.org, as JSON-LD."""

from collections.abc import Iterator

from builder.api.field_types import value_at
from builder.api.record_model import Country
from builder.api.types import JsonObject
from builder.documents.document_data import DocumentData
from builder.extensions.pages.html.filters import country_page
from builder.extensions.tables.loading import tables_of
from builder.extensions.tables.table import TableRows

_CODES = {
    "cca2": "ISO 3166-1 alpha-2",
    "cca3": "ISO 3166-1 alpha-3",
    "ccn3": "ISO 3166-1 numeric",
    "cioc": "IOC",
    "fifa": "FIFA",
}


def country_data(number: int, data: DocumentData) -> JsonObject:
    """Describe the country with the record *number* as schema.org's ``Country``."""
    site, value = data.site, data.site.dataset.records[number].value
    code, common = value["cca2"], value["name"]["common"]
    native = (text for name in value["name"].get("native", {}).values() for text in name.values())
    further = (value["name"]["official"], *native, *value.get("altSpellings", ()))
    wikidata = {"sameAs": f"https://www.wikidata.org/wiki/{value['kbId']}"} if "kbId" in value else {}
    return {
        "@context": "https://schema.org",
        "@type": "Country",
        "name": common,
        "alternateName": [*dict.fromkeys(name for name in further if len(name) > len(code) and name != common)],
        "url": f"{site.config.docs}/{country_page(code)}",
        "image": value["flags"]["svg"],
        **wikidata,
        "identifier": [
            {"@type": "PropertyValue", "propertyID": scheme, "value": code}
            for field, scheme in _CODES.items()
            if (code := value_at(value, field))
        ],
        "containedInPlace": [{"@type": "Continent", "name": name} for name in value.get("continents", ())],
        "geo": [*_places(value, tables_of(site).named("outlines"))],
    }


def _places(value: Country, outlines: TableRows) -> Iterator[JsonObject]:
    if "latlng" in value:
        latitude, longitude = value["latlng"]
        yield {"@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude}
    for row in outlines.by_country.get(value["cca2"], ()):
        # A box of schema.org cannot cross the 180th meridian.
        if row["west"] <= row["east"]:
            yield {"@type": "GeoShape", "box": f"{row['south']} {row['west']} {row['north']} {row['east']}"}
