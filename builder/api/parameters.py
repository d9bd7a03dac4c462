"""The query and path parameters, declared once with their bounds."""

from typing import Literal, NamedTuple

ParameterType = Literal["integer", "boolean", "enum", "page", "seed", "fields"]

# Greatest length of path and query in bytes, as sent.
MAX_TARGET = 8000
# Greatest number of digits of a parameter that is an integer.
MAX_DIGITS = 9
DEFAULT_LIMIT = 5
MAX_LIMIT = 25
DEFAULT_CATALOG_LIMIT = 25
# The sizes of the windows of catalogs that a build writes.
CATALOG_SIZES = (25, 50, 100)
MAX_FIELD_PATHS = 64
MAX_FIELD_DEPTH = 8
# Greatest length of a seed in characters, which are code points of Unicode.
MAX_SEED = 64
# Greatest length of Link in bytes. Common clients reject a header section above 8 to 16 KB.
MAX_LINKS = 4096
# Greatest length in bytes of X-Ignored-Fields and the like. The beginning of a name is enough to see a typing error.
MAX_IGNORED = 256
# Bounds by their names in the manifest and in templates.
BOUNDS = {
    "digits": MAX_DIGITS,
    "fieldPaths": MAX_FIELD_PATHS,
    "fieldDepth": MAX_FIELD_DEPTH,
    "target": MAX_TARGET,
    "links": MAX_LINKS,
    "ignored": MAX_IGNORED,
    "seed": MAX_SEED,
}


class Parameter(NamedTuple):
    """A parameter: its name in the query, its type and bounds, its default, and a sentence for the documents."""

    name: str
    type: ParameterType
    description: str
    minimum: int | None = None
    maximum: int | None = None
    default: int | bool | str | None = None
    enum: tuple[str, ...] = ()
    example: str = ""


FIELDS = Parameter(
    "fields",
    "fields",
    f"Comma-separated fields to return, as names or dot paths; `*` or empty means all. At most {MAX_FIELD_PATHS} "
    f"paths of at most {MAX_FIELD_DEPTH} names each.",
    example="name.common,capital",
)
LIMIT = Parameter("limit", "integer", "Page size.", minimum=1, maximum=MAX_LIMIT, default=DEFAULT_LIMIT, example="10")
CATALOG_LIMIT = Parameter(
    "limit", "integer", "Page size.", minimum=1, maximum=100, default=DEFAULT_CATALOG_LIMIT, example="50"
)
OFFSET = Parameter("offset", "integer", "Number of matches to skip.", minimum=0, default=0, example="0")
PAGE = Parameter(
    "page",
    "page",
    "Zero-based page number, or `random` for a seeded shuffle, or `randomized` for a new random sample.",
    enum=("random", "randomized"),
    example="2",
)
INDEX = Parameter("index", "integer", "Slice of the shuffle, with `page=random`.", minimum=0, default=0, example="1")
SEED = Parameter(
    "seed",
    "seed",
    f"Seed of the shuffle, with `page=random`: any text of 1 to {MAX_SEED} characters. If omitted, one is generated. "
    "X-List-Seed returns it.",
    example="meadow",
)
FULL_TEXT = Parameter("fullText", "boolean", "Match whole names only.", default=False, example="false")
STATUS = Parameter(
    "status", "boolean", "Whether to list independent countries or the others.", default=True, example="false"
)
ORDER = Parameter("order", "enum", "Direction of the ranking.", enum=("asc", "desc"), default="desc", example="asc")

# The keys are the names in the manifest. Targets of Link have the parameters in this order.
PARAMETERS: dict[str, Parameter] = {
    "fullText": FULL_TEXT,
    "status": STATUS,
    "order": ORDER,
    "fields": FIELDS,
    "limit": LIMIT,
    "catalogLimit": CATALOG_LIMIT,
    "offset": OFFSET,
    "page": PAGE,
    "index": INDEX,
    "seed": SEED,
}


class PathParameter(NamedTuple):
    """A parameter in the path: its name, a sentence, a real example, and all values if only these are allowed."""

    name: str
    description: str
    example: str
    enum: tuple[str, ...] = ()
