"""The routes of restcountries v3.1, declared once for the manifest, the OpenAPI description and the tests."""

from dataclasses import dataclass

from builder.api.output_paths import answer_path
from builder.api.parameters import PathParameter
from builder.api.response_headers import Header
from builder.api.route_type import Family, Kind, Route
from builder.api.types import JsonObject

ROOT = "/v3.1"
# The folder of the modules below ``edge/`` of the output. It is as deep as in the project, so that imports resolve.
EDGE = "extensions/restcountries/edge"
KIND = "restcountries"
# A query parameter that no route of /v1 has. Some hosts need the names of all parameters for their cache key.
CODES = "codes"


@dataclass(frozen=True, kw_only=True)
class V3Route(Route):
    """A route below ``/v3.1``, and an example target.

    ``modes`` lists the modes in which a route without a parameter in its path has a file, for its answer without a
    query. ``is_object_with_fields`` is true for a route that answers with one record, not an array, if the request has
    ``fields``.
    """

    kind: Kind = "list"
    family: Family = "filter"
    params: tuple[str, ...] = ("fields",)
    headers: tuple[Header, ...] = ()
    static: bool = False
    example: str
    modes: tuple[str, ...] = ()
    is_object_with_fields: bool = False


def _search(
    operation: str, by: str, name: str, meaning: str, example: str, *, params: tuple[str, ...] = ("fields",)
) -> V3Route:
    """Declare a route with the parameter *name* in its path, whose value can be like the *example*."""
    return V3Route(
        path=f"{ROOT}/{name}/{{{name}}}",
        kind="match",
        operation=operation,
        summary=f"Countries by {by}",
        example=f"{ROOT}/{name}/{example}?fields=name,cca2",
        path_parameter=PathParameter(name, meaning, example),
        params=params,
    )


_NAME = "A part of the common or official name or of an alternative spelling, in any case."
_CURRENCY = "An ISO 4217 code or a part of a currency's name; case does not matter."
_LANGUAGE = "An ISO 639-3 code or the English name of a language, in any case."
_SUBREGION = "A part of a subregion's name; case does not matter."
_TRANSLATION = "A part of a translated name; case does not matter."

V3_ROUTES = (
    V3Route(
        path=f"{ROOT}/all",
        operation="getAll",
        summary="All countries",
        example=f"{ROOT}/all?fields=name,currencies",
        modes=("lenient",),
    ),
    V3Route(
        path=f"{ROOT}/alpha",
        operation="getByCodes",
        summary="Countries by codes",
        example=f"{ROOT}/alpha?codes=co,pe&fields=name,cca2",
        params=("fields", CODES),
    ),
    V3Route(
        path=f"{ROOT}/alpha/{{code}}",
        kind="match",
        operation="getByCode",
        summary="A country by code: an array of one or, with fields, the object itself",
        example=f"{ROOT}/alpha/co?fields=name,cca2",
        path_parameter=PathParameter("code", "A cca2, ccn3, cca3 or cioc code; case does not matter.", "co"),
        is_object_with_fields=True,
    ),
    _search("getByName", "a part of a name", "name", _NAME, "eesti", params=("fields", "fullText")),
    _search("getByCurrency", "currency", "currency", _CURRENCY, "cop"),
    _search("getByLanguage", "language", "lang", _LANGUAGE, "spanish"),
    _search("getByCapital", "capital", "capital", "A part of a capital's name.", "tallinn"),
    _search("getByRegion", "region", "region", "A part of a region's name, or a subregion.", "oceania"),
    _search("getBySubregion", "subregion", "subregion", _SUBREGION, "Northern Europe"),
    _search("getByDemonym", "demonym", "demonym", "A part of a demonym; case does not matter.", "peruvian"),
    _search("getByTranslation", "a part of a translated name", "translation", _TRANSLATION, "alemania"),
    V3Route(
        path=f"{ROOT}/independent",
        operation="getByIndependence",
        summary="Countries by independence",
        example=f"{ROOT}/independent?status=false&fields=cca2",
        params=("fields", "status"),
        modes=("lenient", "strict"),
    ),
)


def manifest_routes(mode: str) -> list[JsonObject]:
    """List the routes for the core's manifest, without query parameters: the module of the routes parses these itself.

    The file of a route without a value has its own path here. Files of values need none: a value may end in ``.json``.
    """
    files = [answer_path(route.path) for route in V3_ROUTES if mode in route.modes]
    paths = [*(route.path for route in V3_ROUTES), *(f"/{file}" for file in files)]
    return [{"path": path, "kind": KIND, "params": ()} for path in paths]
