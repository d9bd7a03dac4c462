"""Makes the files for nginx on the owner's machine. nginx answers from files; Node computes the other answers."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain

from builder.api.output_paths import DOCS_FOLDER, MISSING_PAGE, public_path
from builder.api.response_headers import LINK, METHODS, TOTAL_COUNT, TYPES
from builder.hosts import node
from builder.hosts.shared.deployment import Deployment, HostOutput, renderer
from builder.hosts.shared.file_answers import PATH, DefaultAnswer, Headers
from builder.hosts.shared.limits import Limit

LIMITS: tuple[Limit, ...] = ()

# Computed answers per second and client address, and the burst: enough to request the windows of all lists.
_RATE, _BURST = 200, 400
# Matches the value of a parameter in a path.
_VALUE = "[^./]+"

# The endings of files that compression hardly makes smaller.
_NOT_COMPRESSED = ("ico", "png")
# nginx itself adds this type to both lists.
_ADDED_BY_NGINX = {"text/html"}

_RENDERED = ("maps.conf", "server.conf", "site.conf", "countries@.service", "README.md")
_COPIED = ("Dockerfile", "activate.sh", "container.conf", "logrotate-hourly.conf", "nginx-limits.conf", "start.sh")


def make(deployment: Deployment) -> HostOutput:
    """Make the maps, the server configuration, the start script, and the Node server for other requests."""
    render = renderer(deployment, "nginx")
    routes = _whole_routes(deployment)
    values = {
        "methods": METHODS,
        "rate": _RATE,
        "burst": _BURST,
        "folders": deployment.image_folders,
        "page_and_image_headers": _page_and_image_headers(deployment),
        "endings": _endings(deployment, chain.from_iterable(routes.values())),
        # The folder of a route, and the folder of the route whose files it shares.
        "shared": [
            (route.path.partition("{")[0], route.files_of.partition("{")[0])
            for route in deployment.site.interface.routes
            if route.files_of
        ],
        "routes": routes,
        "redirects": {
            image: [route.path.partition("{")[0] for route in deployment.flag_routes if route.image == image]
            for image in deployment.manifest["flags"]
        },
        "redirect_folders": sorted({f"{route.path.partition('/get/')[0]}/get/" for route in deployment.flag_routes}),
        "page_files": [re.escape(f"/{path}") for path in (MISSING_PAGE, f"{DOCS_FOLDER}/index.html", "index.html")],
        # The files whose names do not end in their type.
        "well_known": [
            (file.address, TYPES[file.type], dict(file.headers).get(LINK.name))
            for file in deployment.well_known
            if not file.address.endswith(f".{file.type}")
        ],
        "types": [f"{_plain_type(kind)} {ending};" for ending, kind in TYPES.items()],
        "charset_types": sorted({_plain_type(kind) for kind in TYPES.values() if "charset" in kind} - _ADDED_BY_NGINX),
        "gzip_types": sorted(
            {_plain_type(kind) for ending, kind in TYPES.items() if ending not in _NOT_COMPRESSED} - _ADDED_BY_NGINX
        ),
    }
    files = [*(render(name, **values) for name in _RENDERED), *map(render, _COPIED)]
    server_files = () if "node" in deployment.site.config.hosts.names else node.make(deployment).files
    return HostOutput("nginx", (*files, *server_files), LIMITS, {})


def _whole_routes(deployment: Deployment) -> Mapping[Headers, list[str]]:
    """Group the patterns of the routes whose answers have no next page by the headers that all these answers have."""
    answers = defaultdict[str, list[DefaultAnswer]](list)
    for answer in deployment.default_answers:
        # A list without a parameter in its path would need its own location for its total.
        if "{" in answer.row.route.path or not answer.has_total:
            literals = re.split("{[a-z]+}", answer.row.route.path)
            answers[_VALUE.join(map(re.escape, literals))].append(answer)
    patterns = defaultdict[Headers, list[str]](list)
    for pattern, route_answers in answers.items():
        if not any(answer.has_next for answer in route_answers):
            patterns[_common_headers(route_answers)].append(pattern)
    return patterns


def _common_headers(answers: list[DefaultAnswer]) -> Headers:
    """Return the total and the links that all of *answers* have, as values of nginx."""
    each = [{name: value.replace(PATH, "$uri") for name, value in answer.headers} for answer in answers]
    names = [name for name in (LINK.name, TOTAL_COUNT.name) if len({headers.get(name) for headers in each}) == 1]
    return tuple((name, f"'{each[0][name]}'") for name in names if name in each[0])


def _endings(deployment: Deployment, route_patterns: Iterable[str]) -> Mapping[str, list[str]]:
    """Map each ending that files have and their addresses lack to the patterns of these addresses."""
    patterns = defaultdict[str, list[str]](list)
    for entry in deployment.assets:
        ending = entry.path.removeprefix(public_path(entry.address[1:]))
        if ending in ("index.html", ".html"):
            patterns[ending].append(re.escape(entry.address))
    return patterns | {".json": list(route_patterns)}


def _page_and_image_headers(deployment: Deployment) -> Mapping[str, dict[str, str]]:
    """Map the name of each header that only pages or images have to its values, by a pattern of paths of files."""
    by_name = defaultdict[str, dict[str, str]](dict)
    for name, value in deployment.page_headers:
        by_name[name]["[.]html$"] = value
    shared = {"Cache-Control", "Content-Type", *(name for name, _ in deployment.manifest["headers"]["common"])}
    for folder, headers in deployment.image_folders.items():
        for name, value in headers:
            if name not in shared:
                by_name[name][f"^{folder}/"] = value
    return by_name


def _plain_type(kind: str) -> str:
    return kind.partition(";")[0]
