"""Netlify: an edge function first, and redirect rules that stand in for it."""

from collections.abc import Iterator, Mapping
from typing import Any

from builder.stages.hosts.deployment import Deployment, Hosted, adapter, renderer
from builder.stages.hosts.flag_host import flag_routes, flag_site, spelled_codes
from builder.stages.hosts.limits import LESS_DATA, MEBIBYTE, Limit

_FUNCTION = "bytes of the function"

LIMITS: tuple[Limit, ...] = (
    Limit(_FUNCTION, 20 * MEBIBYTE, "Netlify Edge Functions, limits, compressed code", LESS_DATA),
)

# A rule that named another would answer the whole where a part, a search or another order was asked for.
_NAMED = ("limit", "offset")
# Seen from the root of a laid-out deployment, which the host wants to hold all of it.
_FOLDER = "edge-functions/countries"
_EDGE = "../../edge/"


def make(deployment: Deployment) -> Hosted:
    """Make the function, its configuration, the rules that stand in for it, and the same for a flag host."""
    render = renderer(deployment, "netlify")
    files = (
        *adapter(deployment, "netlify", f"hosts/netlify/{_FOLDER}/countries.js", edge=_EDGE),
        *adapter(deployment, "netlify", f"hosts/netlify/flags/{_FOLDER}/countries.js", edge=_EDGE, site="./"),
        *flag_site(deployment, f"hosts/netlify/flags/{_FOLDER}"),
        render("netlify.toml"),
        render("_redirects", rules=list(make_rules(deployment.manifest))),
        render("stage.sh"),
        render("README.md"),
    )
    return Hosted("netlify", files, LIMITS, {_FUNCTION: sum(file.size for file in deployment.edge)})


def make_rules(manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield the rules in the order in which Netlify tries them.

    They answer a request from the file that the function would have named, and never from another one: where only the
    function can answer they say that it is not there.
    """
    names = dict.fromkeys(parameter["name"] for parameter in manifest["params"].values())
    for name in names:
        if name not in _NAMED:
            yield f"/v1/* {name}=:value /_errors/500.json 500!"
    for cca2 in manifest["cca2"]:
        yield f"/v1/current /_objects/{cca2}.json 200 Country={cca2}"
    for address, asset in manifest["assets"].items():
        if address != f"/{asset['file']}" and asset["type"] in ("json", "text"):
            yield f"{address} /{asset['file']} 200"
    for route in manifest["routes"]:
        yield from _windows(route, manifest)
    for route in flag_routes(manifest):
        prefix, image = route["path"].partition("{")[0], route["flag"]
        for code, cca2 in spelled_codes(manifest):
            # The engine of the rules minds the case of a path.
            for spelling in dict.fromkeys((code, code.upper())):
                yield f"{prefix}{spelling} {manifest['flags'][image]}{cca2}.{image} 301"


def _windows(route: Mapping[str, Any], manifest: Mapping[str, Any]) -> Iterator[str]:
    if route["kind"] not in ("list", "match", "rank", "independent"):
        return
    index = route.get("index", "")
    sizes = manifest["params"]["limit"]
    for key, number in manifest["indexes"].get(index, {}).items():
        listing = manifest["listings"][number]
        length = len(manifest["cca2"] if listing["members"] is None else listing["members"])
        address = _address(route, key, manifest["params"])
        if address is None or length < 2:
            continue
        folder = f"/_pages/{listing['name']}"
        default = min(sizes["default"], length)
        if "clamp" not in route and length >= sizes["maximum"]:
            yield f"{address} limit=:limit offset=:offset {folder}/:limit-:offset.json 200"
            yield f"{address} limit=:limit {folder}/:limit-0.json 200"
        else:
            # A size above the ceiling or the length has no file of its own, which a captured value cannot tell.
            yield f"{address} limit=:limit /_errors/500.json 500!"
        yield f"{address} offset=:offset {folder}/{default}-:offset.json 200"
        yield f"{address} {folder}/{default}-0.json 200"


def _address(route: Mapping[str, Any], key: str, params: Mapping[str, Any]) -> str | None:
    prefix, parameter, _ = route["path"].partition("{")
    if not parameter:
        defaults = {"independent": str(params["status"]["default"]).lower(), "list": ""}
        return route["path"] if defaults.get(route["kind"]) == key else None
    if route["kind"] == "rank":
        metric, _, order = key.partition("/")
        return f"{prefix}{metric}" if order == params["order"]["default"] else None
    return f"{prefix}{key}" if key.isascii() and key.isalnum() else None
