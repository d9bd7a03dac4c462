"""Makes the files for Vercel: routing middleware and static files."""

import re
from collections.abc import Iterator, Mapping, Sequence

from builder.api.output_paths import API_FOLDER, DOCS_FOLDER, FLAG_FOLDER, MISSING_PAGE
from builder.api.parameters import PARAMETERS
from builder.api.response_headers import CACHE, METHODS, OPTIONS, TYPES, common
from builder.hosts.shared.deployment import TOOLS, Deployment, HostOutput, adapter, renderer
from builder.hosts.shared.file_answers import (
    PATH,
    TABLE_FOLDER,
    DefaultAnswer,
    Headers,
    answer_headers,
    well_known_headers,
)
from builder.hosts.shared.limits import BYTES_WITHOUT_WINDOWS, COMPRESSED_CODE_BYTES, LESS_DATA, MIB, Limit

_DOCS = f"^/{DOCS_FOLDER}/.*$"
_PAGE = re.compile(rf"/{DOCS_FOLDER}/([^/]+)[.]html")
# The media types of files other than JSON.
_OTHER_TYPES = {ending: kind for ending, kind in TYPES.items() if ending != "json"}
# Vercel refuses longer patterns.
_MAX_PATTERN = 4096

_ROUTES, _SMALLER_FLAGS = "routes of vercel.json", "use smaller [flags] widths"
LIMITS: tuple[Limit, ...] = (
    Limit(BYTES_WITHOUT_WINDOWS, 100_000_000, "Vercel, limits, static file uploads, hobby plan", _SMALLER_FLAGS),
    Limit(_ROUTES, 2048, "Vercel, limits, routes created per deployment", LESS_DATA),
    Limit(COMPRESSED_CODE_BYTES, MIB, "Vercel, limits of the edge runtime, hobby plan", LESS_DATA),
)

# The number of routes in the template itself, besides those of its loops.
_FIXED_ROUTES = 9
_READ = ("GET", "HEAD")


def make(deployment: Deployment) -> HostOutput:
    """Make the middleware and the configuration.

    The windows are seven times larger than the upload limit, so only the files of answers without a query are uploaded;
    the middleware joins the other answers from records.
    """
    render = renderer(deployment, "vercel")
    revision, missing = deployment.site.dataset.revision, deployment.manifest["missingPage"]
    routes = [*file_routes(deployment), *flag_routes(deployment)]
    tops = "|".join(folder[1:].replace(".", "[.]") for folder in deployment.answer_folders)
    indexes = [f"{_literal(path[1:])}$" for path in deployment.index_folders if path != "/"]
    below = f"(?:{'|'.join(_literal(path[1:]) for path in deployment.file_folders)})/.*[^/]$"
    folders = f"(?:{'|'.join([below, *indexes])})"
    root = f"(?:{'|'.join(_literal(path[1:]) for path in deployment.root_files)})$"
    stems = f"^(?:(?:/{DOCS_FOLDER}|/{FLAG_FOLDER}|{TABLE_FOLDER})/.+|/[a-z-]+)"
    assets = f"^/{folders}|^/{root}|^/$"
    # Static URLs have this form in the core; other paths are searches or not found.
    static = f"^/(?:{API_FOLDER}|health|{_group(tops)}/[a-z0-9._~/-]+)[.]json$"
    headers_of_files = {
        assets: dict(answer_headers(revision)),
        **{f"{stems}[.]{ending}$": {"Content-Type": kind} for ending, kind in _OTHER_TYPES.items()},
        **{f"^{folder}/.*$": dict(headers) for folder, headers in deployment.image_folders.items()},
        f"^/(?:{DOCS_FOLDER}/(?:.*[.]html)?|(?:{TABLE_FOLDER[1:]}/)?[a-z-]+[.]html)?$": {
            "Content-Type": TYPES["html"],
            **dict((*answer_headers(revision)[:-1], *deployment.page_headers)),
        },
        **{f"^{re.escape(file.address)}$": dict(well_known_headers(file)) for file in deployment.well_known},
    }
    files = (
        adapter("vercel"),
        render("middleware.js", files=f"{folders}|{root}", tops=_group(tops)),
        render(
            "vercel.json",
            pages=page_redirect(deployment),
            routes=routes,
            files=f"{static}|{assets}",
            answers=static,
            documents=_DOCS,
            missing=MISSING_PAGE,
            missing_headers=dict(missing["headers"]) if missing else {},
            assets=headers_of_files,
            headers=dict(answer_headers(revision)),
            options=dict((*common(revision), *OPTIONS)),
            refusal=dict((*common(revision), ("Allow", METHODS), ("Cache-Control", CACHE["error"]))),
        ),
        *map(render, ("stage.sh", *TOOLS, "README.md")),
    )
    count = len(routes) + len(headers_of_files) + _FIXED_ROUTES
    return HostOutput("vercel", files, LIMITS, {COMPRESSED_CODE_BYTES: deployment.compressed, _ROUTES: count})


def _literal(path: str) -> str:
    return path.replace(".", "[.]")


def _group(alternatives: str) -> str:
    return f"(?:{alternatives})" if "|" in alternatives else alternatives


def file_routes(deployment: Deployment) -> Iterator[Mapping[str, object]]:
    """Yield the routes of vercel.json that answer a request without a declared parameter from a file.

    The host tries them before the middleware. The keys of an API route with the same headers are in one pattern.
    """
    groups: dict[tuple[str, Headers], list[DefaultAnswer]] = {}
    for answer in deployment.default_answers:
        headers = tuple(header for header in answer.headers if header[0] != "ETag")
        groups.setdefault((answer.row.route.path, headers), []).append(answer)
    common = deployment.manifest["headers"]["common"]
    for (_, headers), answers in groups.items():
        route = answers[0].row.route
        folder = route.path.partition("{")[0]
        names = dict.fromkeys(PARAMETERS[key].name for key in route.params)
        for chunk in _chunks(answers):
            keys = "|".join(answer.row.key.replace(".", "[.]") for answer in chunk)
            path = f"{folder}$1" if keys else folder
            file = chunk[0].file.removesuffix(f"{chunk[0].row.key}.json")
            yield {
                "src": f"^{folder}({keys})$" if keys else f"^{folder}$",
                "methods": _READ,
                # Patterns ignore case by default, but names of files do not. The route of a metric names its file.
                "caseSensitive": not route.caseless,
                "missing": [{"type": "query", "key": name} for name in names],
                "headers": dict([*common, *((name, value.replace(PATH, path)) for name, value in headers)]),
                "dest": f"/{file}$1.json" if keys and not route.caseless else f"/{chunk[0].file}",
            }


def page_redirect(deployment: Deployment) -> Mapping[str, object]:
    """Make the route of vercel.json that redirects pages without their ending; the middleware does not run there."""
    pages = "|".join(page[1] for page in filter(None, map(_PAGE.fullmatch, deployment.manifest["addresses"])))
    return _redirect(deployment, f"^/{DOCS_FOLDER}/({pages})$", f"/{DOCS_FOLDER}/$1.html")


def _redirect(deployment: Deployment, source: str, location: str) -> Mapping[str, object]:
    headers = (*deployment.manifest["headers"]["common"], ("Cache-Control", CACHE["ok"]), ("Location", location))
    return {"src": source, "methods": _READ, "caseSensitive": True, "headers": dict(headers), "status": 301}


def flag_routes(deployment: Deployment) -> Iterator[Mapping[str, object]]:
    """Yield the routes of vercel.json that redirect cca2 codes in lower case; other codes run the function."""
    flags, codes = deployment.manifest["flags"], "|".join(deployment.manifest["cca2"])
    for route in deployment.flag_routes:
        source = f"^{route.path.partition('{')[0]}({codes})$"
        yield _redirect(deployment, source, f"{flags[route.image]}$1.{route.image}")


def _chunks(answers: Sequence[DefaultAnswer]) -> Iterator[list[DefaultAnswer]]:
    """Divide answers into parts whose keys fit into one pattern."""
    chunk: list[DefaultAnswer] = []
    room, length = _MAX_PATTERN - 8 - len(answers[0].row.route.path), 0
    for answer in answers:
        needed = len(answer.row.key) + 2 * answer.row.key.count(".") + 1
        if chunk and length + needed > room:
            yield chunk
            chunk, length = [], 0
        chunk.append(answer)
        length += needed
    yield chunk
