"""Every route of the service, declared once.

The files of answers, the manifest, rules of hosts, ``/openapi.json``, documents and tests are made from these rows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from builder.api.parameters import PathParameter
from builder.api.response_headers import (
    IGNORED_CODES,
    IGNORED_FIELDS,
    IGNORED_PARAMETERS,
    LINK,
    LIST_INDEX,
    LIST_PAGE,
    LIST_PAGES,
    LIST_SEED,
    RANK_DEFINITION,
    RANK_METRIC,
    RANK_ORDER,
)
from builder.api.route_type import LIST_MAX_LIMIT, MAX_CODES, PAGE_HEADERS, PAGED, RECORD_HEADERS, Family, Route

_LIST_PARAMS = (*PAGED, "page", "index", "seed")
_LOOKUP_STATUSES = (200, 304, 400, 404)
_REDIRECT_STATUSES = (301, 400, 404)
_CODE = PathParameter("code", "A cca2, cca3 or ccn3 code; case does not matter.", "de")


def _list(path: str, operation: str, summary: str) -> Route:
    return Route(
        path=path,
        kind="list",
        operation=operation,
        family="list",
        summary=summary,
        params=_LIST_PARAMS,
        index="all",
        headers=(LIST_PAGE, LIST_PAGES, LIST_SEED, LIST_INDEX, *RECORD_HEADERS),
        description="A limit above 5 is accepted and treated as 5.",
        max_page=LIST_MAX_LIMIT,
    )


def _match(
    path: str, operation: str, summary: str, parameter: PathParameter, *, index: str, exact: bool = False
) -> Route:
    return Route(
        path=path,
        kind="match",
        operation=operation,
        family="filter",
        summary=summary,
        path_parameter=parameter,
        index=index,
        statuses=_LOOKUP_STATUSES,
        exact=exact,
    )


def _codes(path: str, operation: str, summary: str, *, files_of: str = "") -> Route:
    return Route(
        path=path,
        kind="codes",
        operation=operation,
        family="codes",
        summary=summary,
        path_parameter=PathParameter(
            "codes",
            "Comma-separated cca2, cca3 or ccn3 codes; case does not matter.",
            "de,fra,076",
        ),
        headers=(*RECORD_HEADERS, IGNORED_CODES),
        statuses=_LOOKUP_STATUSES,
        description=f"At most {MAX_CODES} codes, in the order given. Without `limit`, the response has the first five; "
        f"{LINK.name} leads to the rest. Duplicates are dropped, and so are unknown codes, which {IGNORED_CODES.name} "
        "names.",
        static=not files_of,
        files_of=files_of,
        max_values=MAX_CODES,
    )


def _catalog(name: str, operation: str, summary: str, answer: str) -> Route:
    return Route(
        path=f"/v1/meta/{name}",
        kind="catalog",
        operation=operation,
        family="meta",
        summary=summary,
        answer=answer,
        params=("catalogLimit", "offset"),
        catalog=name,
        headers=PAGE_HEADERS,
    )


def _flag(path: str, operation: str, summary: str, image: str) -> Route:
    return Route(
        path=path,
        kind="flag",
        operation=operation,
        family="flags",
        summary=summary,
        answer="",
        params=(),
        path_parameter=_CODE,
        image=image,
        headers=(IGNORED_PARAMETERS,),
        statuses=_REDIRECT_STATUSES,
        static=False,
        on_flag_host=path.startswith("/get/"),
    )


def _file(path: str, operation: str, family: Family, summary: str, answer: str) -> Route:
    return Route(
        path=path,
        kind="file",
        operation=operation,
        family=family,
        summary=summary,
        answer=answer,
        params=(),
        # Hosts read no query of a document, so no header reports ignored parameters there.
        headers=(IGNORED_PARAMETERS,) if family == "meta" else (),
        static=family == "meta",
    )


_DECLARED: tuple[Route, ...] = (
    _list("/v1", "listCountries", "A page of countries in dataset order"),
    _list("/v1/list", "listCountriesAsList", "Alias of /v1"),
    _list("/v1/countries", "listAllCountries", "Alias of /v1"),
    _list("/v1/countries/list", "listAllCountriesAsList", "Alias of /v1/countries"),
    Route(
        path="/v1/random",
        kind="random",
        operation="getRandomCountry",
        family="random",
        summary="A random country",
        headers=(IGNORED_FIELDS, IGNORED_PARAMETERS),
        statuses=(200, 400),
        static=False,
        description="A new one for each request. limit and offset are validated and then ignored.",
    ),
    _codes("/v1/alpha/{codes}", "getCountriesByAlpha", "Countries by code"),
    _codes("/v1/countries/alpha/{codes}", "getCountriesByCodes", "Countries by code", files_of="/v1/alpha/{codes}"),
    Route(
        path="/v1/current",
        kind="current",
        operation="getCurrentCountry",
        family="codes",
        summary="The caller's own country",
        answer="Country",
        params=("fields",),
        static=False,
        headers=(IGNORED_FIELDS, IGNORED_PARAMETERS),
        statuses=_LOOKUP_STATUSES,
        description="The country that the CDN reports for the caller; 404 with a reason when it reports none.",
        private=True,
    ),
    Route(
        path="/v1/name/{name}",
        kind="search",
        operation="searchCountriesByName",
        family="search",
        summary="Countries by name or part of a name",
        params=("fullText", *PAGED),
        path_parameter=PathParameter(
            "name",
            "A name or a part of one: common, official, native or alternative; or a whole name in another language.",
            "united",
        ),
        index="names",
        statuses=_LOOKUP_STATUSES,
        description="Best first: whole names; whole names in other languages and other names in use; the beginning of "
        "the common name or of a word in it; the same of other names; inside a word, from four letters or two "
        "ideographs on. If that finds nothing, the query is read as lists write names: Korea, South; Dem. Rep. Congo; "
        "Myanmar [Burma].",
    ),
    Route(
        path="/v1/capital/{capital}",
        kind="search",
        operation="searchCountriesByCapital",
        family="search",
        summary="Countries by capital or part of its name",
        path_parameter=PathParameter("capital", "A capital or a part of its name.", "washington"),
        index="capitals",
        statuses=_LOOKUP_STATUSES,
        description="Best first, as for names.",
    ),
    _match(
        "/v1/region/{region}",
        "listCountriesByRegion",
        "Countries of a region",
        PathParameter("region", "A region, by its name or another name in use.", "europe"),
        index="region",
    ),
    _match(
        "/v1/subregion/{subregion}",
        "listCountriesBySubregion",
        "Countries of a subregion",
        PathParameter("subregion", "A subregion, by its name or another name in use.", "western europe"),
        index="subregion",
    ),
    _match(
        "/v1/lang/{lang}",
        "listCountriesByLanguage",
        "Countries by language",
        PathParameter(
            "lang",
            "An ISO 639-3, 639-1 or 639-2/B code, the English name of a language, or another name in use.",
            "german",
        ),
        index="lang",
    ),
    _match(
        "/v1/currency/{currency}",
        "listCountriesByCurrency",
        "Countries by currency",
        PathParameter(
            "currency",
            "An ISO 4217 code or number, the sign of a currency, its English name, part of the name in whole words, or "
            "another name in use.",
            "dollar",
        ),
        index="currency",
    ),
    Route(
        path="/v1/independent",
        kind="independent",
        operation="listCountriesByIndependence",
        family="filter",
        summary="Countries by independence",
        params=("status", *PAGED),
        index="independent",
        description="status=false returns every country that is not known to be independent.",
    ),
    _match(
        "/v1/countries/continent/{continent}",
        "listCountriesByContinent",
        "Countries of a continent",
        PathParameter("continent", "The name of a continent, or another name in use.", "south america"),
        index="continent",
    ),
    _match(
        "/v1/countries/cioc/{code}",
        "getCountryByOlympicCode",
        "A country by Olympic committee code",
        PathParameter("code", "A code of the International Olympic Committee; case does not matter.", "sui"),
        index="cioc",
        exact=True,
    ),
    Route(
        path="/v1/rank/{metric}",
        kind="rank",
        operation="rankCountries",
        family="rank",
        summary="Rank countries",
        params=("order", *PAGED),
        index="rank",
        headers=(RANK_METRIC, RANK_ORDER, RANK_DEFINITION, *RECORD_HEADERS),
        statuses=_LOOKUP_STATUSES,
        description="Countries without a value are omitted.",
        caseless=True,
        example_fields="name.common,population",
    ),
    _file("/v1/notice", "getNotice", "meta", "Operator notice", "Notice"),
    _catalog("subregions", "listSubregions", "Catalog of subregions", "SubregionCatalog"),
    _catalog("tlds", "listTlds", "Catalog of top-level domains", "TldCatalog"),
    _file("/health", "getHealth", "meta", "Service health", "Health"),
    _flag("/flags/get/{code}", "getFlag", "Redirect to a flag's PNG", "png"),
    _flag("/flags/get/png/{code}", "getFlagPng", "Redirect to a flag's PNG", "png"),
    _flag("/flags/get/svg/{code}", "getFlagSvg", "Redirect to a flag's SVG", "svg"),
    _flag("/get/{code}", "getFlagOnFlagHost", "Redirect to a flag's PNG, on the flag host", "png"),
    _flag("/get/png/{code}", "getFlagPngOnFlagHost", "Redirect to a flag's PNG, on the flag host", "png"),
    _flag("/get/svg/{code}", "getFlagSvgOnFlagHost", "Redirect to a flag's SVG, on the flag host", "svg"),
    _file("/llms.txt", "getLlmsText", "documents", "Contract and index of the documents, for language models", "text"),
    _file("/changelog.txt", "getChangelog", "documents", "Release notes", "text"),
    _file("/docs.txt", "getDocs", "documents", "Introduction and index of the documents", "text"),
)

# Routes in addition to the 31 documented ones: the OpenAPI description, and the text of each guide.
DESCRIPTION = _file("/openapi.json", "getOpenapi", "documents", "This description", "object")
DOCUMENT = _file("/docs/{page}.txt", "getDocumentPage", "documents", "A page of the documents", "text")


# The first segments of the paths of routes and documents.
FIRST_SEGMENTS = frozenset(("docs", *(route.path.split("/")[1] for route in _DECLARED)))


def list_routes(metrics: Sequence[str]) -> tuple[Route, ...]:
    """List the documented routes of a site. *metrics* are the names of the metrics by which it ranks."""
    ranked = PathParameter("metric", "What to rank by; case does not matter.", "population", tuple(metrics))
    return tuple(replace(route, path_parameter=ranked) if route.kind == "rank" else route for route in _DECLARED)


def answered_routes(routes: Iterable[Route], *, has_flag_host: bool) -> tuple[Route, ...]:
    """List *routes* and the routes of documents. Without *has_flag_host*, leave out routes on the flag host."""
    return tuple(route for route in (*routes, DESCRIPTION, DOCUMENT) if has_flag_host or not route.on_flag_host)
