"""The routes of restcountries v3.1, declared once for the manifest, the OpenAPI description and the tests."""

from dataclasses import dataclass

from builder.api.output_paths import answer_path
from builder.api.parameters import PathParameter
from builder.api.types import JsonObject

ROOT = "/v3.1"
# Folder of its modules, below ``edge/`` of the output: as deep as in the tree, so that their imports lead to the core.
EDGE = "extensions/restcountries/edge"
KIND = "restcountries"
# Query parameters that no route of /v1 has. Some hosts need the names for their cache key.
CODES = "codes"


@dataclass(frozen=True, kw_only=True)
class V3Route:
    """A route below ``/v3.1``: its path, what it returns, and an example target.

    ``query`` names its query parameters other than ``fields``. ``static`` lists the modes in which the answer without a
    query is a file, for a route without a parameter in its path.
    """

    path: str
    operation: str
    summary: str
    example: str
    parameter: PathParameter | None = None
    query: tuple[str, ...] = ()
    static: tuple[str, ...] = ()


def _found_by(operation: str, summary: str, parameter: PathParameter, query: tuple[str, ...] = ()) -> V3Route:
    name = parameter.name
    return V3Route(
        path=f"{ROOT}/{name}/{{{name}}}",
        operation=operation,
        summary=summary,
        example=f"{ROOT}/{name}/{parameter.example}?fields=name,cca2",
        parameter=parameter,
        query=query,
    )


V3_ROUTES = (
    V3Route(
        path=f"{ROOT}/all",
        operation="getAll",
        summary="All countries",
        example=f"{ROOT}/all?fields=name,currencies",
        static=("lenient",),
    ),
    V3Route(
        path=f"{ROOT}/alpha",
        operation="getByCodes",
        summary="Countries by codes",
        example=f"{ROOT}/alpha?codes=co,pe&fields=name,cca2",
        query=(CODES,),
    ),
    V3Route(
        path=f"{ROOT}/alpha/{{code}}",
        operation="getByCode",
        summary="A country by code: an array of one or, with fields, the object itself",
        example=f"{ROOT}/alpha/co?fields=name,cca2",
        parameter=PathParameter("code", "A cca2, ccn3, cca3 or cioc code; capitals do not matter.", "co"),
    ),
    _found_by(
        "getByName",
        "Countries by a part of a name",
        PathParameter(
            "name", "A part of the common or official name or of an alternative spelling, in any case.", "eesti"
        ),
        ("fullText",),
    ),
    _found_by(
        "getByCurrency",
        "Countries by currency",
        PathParameter("currency", "An ISO 4217 code or a part of a currency's name; capitals do not matter.", "cop"),
    ),
    _found_by(
        "getByLanguage",
        "Countries by language",
        PathParameter("lang", "An ISO 639-3 code or the English name of a language, in any case.", "spanish"),
    ),
    _found_by(
        "getByCapital", "Countries by capital", PathParameter("capital", "A part of a capital's name.", "tallinn")
    ),
    _found_by(
        "getByRegion",
        "Countries by region",
        PathParameter("region", "A part of a region's name, or a subregion.", "oceania"),
    ),
    _found_by(
        "getBySubregion",
        "Countries by subregion",
        PathParameter("subregion", "A part of a subregion's name; capitals do not matter.", "Northern Europe"),
    ),
    _found_by(
        "getByDemonym",
        "Countries by demonym",
        PathParameter("demonym", "A part of a demonym; capitals do not matter.", "peruvian"),
    ),
    _found_by(
        "getByTranslation",
        "Countries by a part of a translated name",
        PathParameter("translation", "A part of a translated name; capitals do not matter.", "alemania"),
    ),
    V3Route(
        path=f"{ROOT}/independent",
        operation="getByIndependence",
        summary="Countries by independence",
        example=f"{ROOT}/independent?status=false&fields=cca2",
        query=("status",),
        static=("lenient", "strict"),
    ),
)


def manifest_routes(mode: str) -> list[JsonObject]:
    """List the routes for the core's manifest. They parse their own parameters, so none are declared.

    A value in the path may end in ``.json``. Without one, the address of the file is a path of its own.
    """
    files = [answer_path(route.path) for route in V3_ROUTES if mode in route.static]
    paths = [*(route.path for route in V3_ROUTES), *(f"/{file}" for file in files)]
    return [{"path": path, "kind": KIND, "params": ()} for path in paths]
