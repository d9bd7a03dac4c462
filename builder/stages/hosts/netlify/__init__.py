"""Netlify: an edge function, and redirect rules that answer when the function does not run."""

from collections.abc import Iterator
from functools import partial

from builder.api.headers import CACHE, TYPES, common
from builder.api.metrics import METRICS
from builder.api.parameters import DEFAULT_LIMIT, MAX_LIMIT, PARAMETERS
from builder.host_declarations import folder_of_host
from builder.paths import EDGE, ERROR_FOLDER, PUBLIC, error_path, window_path
from builder.stages.hosts.shared.deployment import TOOLS, Deployment, Hosted, adapter, renderer
from builder.stages.hosts.shared.file_answers import ANSWER_FILES, ANSWER_FOLDER, answer_headers
from builder.stages.hosts.shared.flag_host import FLAG_ROUTES, code_spellings, flag_site
from builder.stages.hosts.shared.limits import LESS_DATA, MEBIBYTE, Limit
from builder.types import AnswerRow, File

LIMITS: tuple[Limit, ...] = (
    Limit("bytes of the function", 20 * MEBIBYTE, "Netlify Edge Functions, limits, compressed code", LESS_DATA),
)

# The query parameters that rules match. With any other parameter, the file without it would be a wrong answer.
_NAMED = ("limit", "offset")
# Relative to the root of a staged deployment, which must contain all files.
_FOLDER = "edge-functions/countries"
_EDGE = f"../../{EDGE}"
# The rule is not forced: a query after a static URL is ignored, and the file is the answer.
_NO_FUNCTION = f"/{error_path(500)} 500"


def make(deployment: Deployment) -> Hosted:
    """Make the function, its configuration and the redirect rules, and the same for a separate flag host."""
    render = renderer(deployment, "netlify")
    files = (
        *adapter(deployment, "netlify", f"hosts/netlify/{_FOLDER}/countries.js", edge=_EDGE),
        _methods(),
        *adapter(deployment, "netlify", f"hosts/netlify/flags/{_FOLDER}/countries.js", edge=_EDGE, site="./"),
        *flag_site(deployment, f"hosts/netlify/flags/{_FOLDER}"),
        render("netlify.toml"),
        render("_redirects", rules=list(make_rules(deployment))),
        render("_headers", rules=_header_rules(deployment.dataset.revision)),
        *map(render, ("stage.sh", *TOOLS, "README.md")),
    )
    return Hosted("netlify", files, LIMITS, {"bytes of the function": sum(file.size for file in deployment.function)})


def _header_rules(revision: str) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    answered = answer_headers(revision)
    refused = (*common(revision), ("Cache-Control", CACHE["error"]), ("Content-Type", TYPES["json"]))
    # Header rules support an asterisk only at the end of a path, and do not apply to answers of a function.
    return [*((path, answered) for path in (*ANSWER_FILES, f"{ANSWER_FOLDER}/*")), (f"/{ERROR_FOLDER}/*", refused)]


def _methods() -> File:
    """Make the function for methods other than GET and HEAD at static URLs."""
    source = (folder_of_host("netlify") / "methods.js").read_text("utf-8")
    placed = source.replace("'./adapter.js'", "'../countries/countries.js'")
    return File.of("hosts/netlify/edge-functions/methods/methods.js", placed.encode())


def make_rules(deployment: Deployment) -> Iterator[str]:
    """Yield the redirect rules in the order in which Netlify tries them.

    A rule answers with the file that the function would choose. Requests that only the function can answer get an
    error.
    """
    for name in dict.fromkeys(parameter.name for parameter in PARAMETERS.values()):
        if name not in _NAMED:
            yield f"/v1/* {name}=:value {_NO_FUNCTION}"
    for asset in deployment.assets:
        file = f"/{asset.file.path.removeprefix(PUBLIC)}"
        if asset.address != file and asset.type in ("json", "text"):
            yield f"{asset.address} {file} 200"
    for row in deployment.answers:
        yield from _windows(row)
    for route in FLAG_ROUTES:
        prefix = route.path.partition("{")[0]
        for code, cca2 in code_spellings(deployment.manifest):
            # Rules are case-sensitive.
            for spelling in dict.fromkeys((code, code.upper())):
                yield f"{prefix}{spelling} {deployment.manifest['flags'][route.image]}{cca2}.{route.image} 301"
    # Netlify tries files before this rule.
    yield f"{ANSWER_FOLDER}/* /{error_path(404)} 404"


def _windows(row: AnswerRow) -> Iterator[str]:
    is_list = row.route.kind in ("list", "match", "rank", "independent")
    # A rule matches the path as it is sent, and with some characters not at all.
    is_plain = not row.query and (not row.key or (row.key.isascii() and row.key.isalnum()))
    length = len(row.members)
    if not is_list or not is_plain or length < 2 or not row.folder:
        return
    address = row.address
    if row.route.kind == "rank":
        address = row.route.path.replace("{metric}", next(m.name for m in METRICS if m.name.lower() == row.key))
    file, default = partial(window_path, row.folder), min(DEFAULT_LIMIT, length)
    if row.route.max_limit == MAX_LIMIT and length >= MAX_LIMIT:
        yield f"{address} limit=:limit offset=:offset /{file(':limit', ':offset')} 200"
        yield f"{address} limit=:limit /{file(':limit', 0)} 200"
    else:
        # A limit above the largest page size or the length has no file, and a rule cannot compare numbers.
        yield f"{address} limit=:limit {_NO_FUNCTION}"
    yield f"{address} offset=:offset /{file(default, ':offset')} 200"
    yield f"{address} /{file(default, 0)} 200"
