"""What the documents say of the groups in the tables: a group without its words fails a test by name."""

from builder.routes import Family

FAMILIES: dict[Family, str] = {
    "list": "Pages of all countries, in four modes.",
    "random": "A country by chance.",
    "codes": "Countries by their codes, and the caller's own.",
    "search": "Countries by name or capital.",
    "filter": "Countries that share a region, a language, a currency and so on.",
    "rank": "Countries sorted by a figure.",
    "meta": "Catalogs, the notice and the service's health.",
    "flags": "Redirects to flag images, on the API host and on the flag host.",
    "documents": "Plain-text documents.",
}
