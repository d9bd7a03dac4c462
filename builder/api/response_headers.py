"""The response headers, declared once for the core, every host and the documents."""

from typing import NamedTuple

from builder.api.parameters import MAX_IGNORED, MAX_LINKS

# Values of Cache-Control by the kind of response.
CACHE = {
    "ok": "public, max-age=3600, stale-while-revalidate=86400",
    "error": "public, max-age=60",
    "none": "no-store",
    "private": "private, no-store",
    "image": "public, max-age=86400, stale-while-revalidate=604800",
}

# Media types by the ending of a file's name. A document whose name has no ending declares one of these keys.
TYPES = {
    "json": "application/json; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "geojson": "application/geo+json",
    "topojson": "application/json; charset=utf-8",
    "ndjson": "application/x-ndjson; charset=utf-8",
    "sqlite": "application/vnd.sqlite3",
    "ics": "text/calendar; charset=utf-8",
    "atom": "application/atom+xml; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/vnd.microsoft.icon",
    "xml": "application/xml; charset=utf-8",
    "webmanifest": "application/manifest+json",
    # The API catalog is the only file of this type.
    "linkset": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
}

METHODS = "GET, HEAD, OPTIONS"


class Header(NamedTuple):
    """A response header: its name, and a sentence that says what it means and when it is sent.

    A header of ``FOR_BROWSERS`` or ``HEADERS`` that has a ``value`` is in every response.
    """

    name: str
    description: str
    value: str = ""


DATASET_REVISION = Header(
    "X-Dataset-Revision", "Hash of the content of the dataset; it changes whenever a record does."
)
LIST_PAGE = Header("X-List-Page", "Number of this page, from zero, in numbered page mode.")
LIST_PAGES = Header("X-List-Pages", "Number of pages, in numbered page mode and with page=random.")
LIST_SEED = Header("X-List-Seed", "Seed of the shuffle, percent-encoded, with page=random.")
LIST_INDEX = Header("X-List-Index", "Slice of the shuffle, with page=random.")
RANK_METRIC = Header("X-Rank-Metric", "Canonical name of the metric.")
RANK_ORDER = Header("X-Rank-Order", "Direction of the ranking, asc or desc.")
RANK_DEFINITION = Header("X-Rank-Definition", "What is measured, its unit and its source.")
TOTAL_COUNT = Header("X-Total-Count", "Number of matches on all pages.")
LINK = Header(
    "Link",
    "URLs of the first, previous, next and last page (RFC 8288). If these are longer than "
    f"{MAX_LINKS:,} bytes together, only those of the next and the previous page are sent, or none.",
)
IGNORED_FIELDS = Header(
    "X-Ignored-Fields",
    f"Paths of fields that no record can have, percent-encoded; sent where there are any. Cut at {MAX_IGNORED} bytes.",
)
IGNORED_CODES = Header(
    "X-Ignored-Codes",
    "Codes of the request that no country has, percent-encoded; sent where there are any in addition to known ones. "
    f"Cut at {MAX_IGNORED} bytes.",
)
IGNORED_PARAMETERS = Header(
    "X-Ignored-Parameters",
    "Names of query parameters that the route does not have, percent-encoded; sent where there are any and the "
    f"function answers. Cut at {MAX_IGNORED} bytes.",
)
ETAG = Header("ETag", "Version of this response, for If-None-Match.")

HEADERS: tuple[Header, ...] = (
    DATASET_REVISION,
    LIST_PAGE,
    LIST_PAGES,
    LIST_SEED,
    LIST_INDEX,
    RANK_METRIC,
    RANK_ORDER,
    RANK_DEFINITION,
    TOTAL_COUNT,
    LINK,
    IGNORED_FIELDS,
    IGNORED_CODES,
    IGNORED_PARAMETERS,
    ETAG,
)


# Headers of every response on which browsers act. Scripts of other origins need not read them.
FOR_BROWSERS: tuple[Header, ...] = (
    Header("Access-Control-Allow-Origin", "Any page may read the response.", "*"),
    Header(
        "Access-Control-Expose-Headers",
        "The headers that a page of another origin may read.",
        ", ".join(header.name for header in HEADERS),
    ),
    Header("Cross-Origin-Resource-Policy", "Any page may embed the response.", "cross-origin"),
    Header("X-Content-Type-Options", "Browsers must not guess the type.", "nosniff"),
)


def common(revision: str) -> list[tuple[str, str]]:
    """Return the headers of every response, including errors, 204, 301 and 304."""
    for_browsers, readable = (
        [(header.name, header.value) for header in headers if header.value] for headers in (FOR_BROWSERS, HEADERS)
    )
    return [*for_browsers, (DATASET_REVISION.name, revision), *readable]


# Further headers of the response to OPTIONS.
OPTIONS: tuple[tuple[str, str], ...] = (
    ("Allow", METHODS),
    ("Access-Control-Allow-Methods", METHODS),
    ("Access-Control-Allow-Headers", "*, Authorization"),
    ("Access-Control-Max-Age", "86400"),
)

SVG_POLICY = ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
