"""What a route declares, and the families in which the documents show routes; ``routes.py`` has all routes."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from builder.api.error_messages import NOT_FOUND
from builder.api.parameters import MAX_LIMIT, PathParameter
from builder.api.response_headers import IGNORED_FIELDS, IGNORED_PARAMETERS, LINK, TOTAL_COUNT, Header

Kind = Literal[
    "list", "random", "current", "codes", "search", "match", "independent", "rank", "catalog", "file", "flag"
]
Family = Literal["list", "random", "codes", "search", "filter", "rank", "meta", "flags", "documents"]


class FamilyTexts(NamedTuple):
    """A family of routes in the documents: its title, a description, and the name of the guide that explains it."""

    title: str
    description: str
    guide: str


FAMILIES: dict[Family, FamilyTexts] = {
    "codes": FamilyTexts("By code", "Countries by code, and the caller's own country.", "codes"),
    "search": FamilyTexts("Search", "Countries by name or capital.", "search"),
    "filter": FamilyTexts("Filters", "Countries that share a region, a language, a currency and so on.", "filters"),
    "list": FamilyTexts("Lists", "Pages of all countries, in four modes.", "lists"),
    "rank": FamilyTexts("Rankings", "Countries sorted by a metric.", "rankings"),
    "random": FamilyTexts("Random country", "A random country.", "lists"),
    "meta": FamilyTexts("Catalogs, notice, health", "Catalogs, the notice and the service's health.", "catalogs"),
    "flags": FamilyTexts("Flags", "Redirects to flag images, on the API host and on the flag host.", "flags"),
    "documents": FamilyTexts("Documents", "Plain-text documents.", "introduction"),
}
"""The families of routes, in the order in which the documents list them."""

PAGED = ("fields", "limit", "offset")
PAGE_HEADERS = (TOTAL_COUNT, LINK, IGNORED_PARAMETERS)
RECORD_HEADERS = (*PAGE_HEADERS, IGNORED_FIELDS)
LIST_MAX_LIMIT = 5
MAX_CODES = 25


@dataclass(frozen=True, kw_only=True)
class Route:
    """A route: its path template, its handler, its parameters and its texts for the documents.

    The defaults are those of a route that answers with windows of a list of records.

    ``kind`` names the handler in the edge core. ``exact`` means that the route only matches codes, which are not
    folded. The handler reads an ``index`` of listings or names or a ``catalog``, or redirects to an ``image``.
    ``params`` are keys of ``PARAMETERS`` in the order of Link targets. ``answer`` is the schema of a 200. ``statuses``
    are the possible statuses without 405, 414 and 500, which every route has. ``static`` means that each answer without
    a query is a file with an address of its own; ``files_of`` is the path of the route whose files answer instead.
    ``caseless`` means that hosts match the parameter in any case, and that each value has headers of its own. The
    answer of a ``private`` route depends on the caller. ``max_values`` is the greatest number of values in the path
    parameter. ``example_fields`` are the fields that the example of the documents requests.
    """

    path: str
    kind: Kind
    operation: str
    family: Family
    summary: str
    answer: str = "[Country]"
    params: tuple[str, ...] = PAGED
    path_parameter: PathParameter | None = None
    index: str = ""
    headers: tuple[Header, ...] = RECORD_HEADERS
    statuses: tuple[int, ...] = (200, 304, 400)
    description: str = ""
    on_flag_host: bool = False
    exact: bool = False
    catalog: str = ""
    image: str = ""
    static: bool = True
    files_of: str = ""
    caseless: bool = False
    private: bool = False
    max_values: int = 0
    max_page: int = MAX_LIMIT
    example_fields: str = "name.common,cca2,capital"

    @property
    def not_found(self) -> str:
        """The message of a 404; empty if the route has no 404, or if the core has the message."""
        return NOT_FOUND.get(self.index or self.kind, "")

    @property
    def max_limit(self) -> int:
        """The largest page size of answers; a larger limit that is accepted counts as this size."""
        return self.max_page if "limit" in self.params else 1

    @property
    def has_windows(self) -> bool:
        """Whether the route answers with windows of a list of records, and reduces no accepted limit."""
        return self.answer == "[Country]" and LINK in self.headers and not self.has_smaller_pages

    @property
    def has_smaller_pages(self) -> bool:
        """Whether the route accepts a limit above its largest page size, and treats it as that size."""
        return "limit" in self.params and self.max_page < MAX_LIMIT
