"""nginx on your own machine: a generated map answers requests without a query from files."""

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import NamedTuple

from builder.api.headers import ETAG, LINK, METHODS, TOTAL_COUNT, TYPES
from builder.api.host_errors import ERRORS
from builder.api.output_paths import API_FOLDER, DOCS_FOLDER, FLAG_FOLDER, MISSING_PAGE
from builder.api.parameters import CATALOG_LIMIT, DEFAULT_CATALOG_LIMIT, DEFAULT_LIMIT, MAX_LIMIT
from builder.api.routes import MANIFEST_ROUTES, ROUTES
from builder.hosts import node
from builder.hosts.shared.deployment import Deployment, Hosted, renderer
from builder.hosts.shared.file_answers import (
    ANSWER_FILES,
    FileAnswer,
    Paging,
    answer_headers,
)
from builder.hosts.shared.flag_host import code_spellings, flag_manifest
from builder.hosts.shared.limits import Limit

LIMITS: tuple[Limit, ...] = ()

# nginx sets these: from the file, from the window, or for every answer.
_DERIVED = {"Content-Type", "Cache-Control", ETAG.name, LINK.name, TOTAL_COUNT.name}
_SHOWN = {"page_x_total_count": TOTAL_COUNT.name, "page_link": LINK.name}
# A value with more goes to the function. South Georgia and the South Sandwich Islands has six spaces.
_MOST_CAPITALS, _MOST_SPACES = 8, 6
# The list of a single record.
_ONE = Paging(1, DEFAULT_LIMIT, tuple(range(1, MAX_LIMIT + 1)), "")

# Files that compression makes hardly smaller, or that are too large to compress for each request.
_SENT_AS_THEY_ARE = ("ico", "png", "sqlite")
# nginx itself has it in both lists.
_OF_NGINX = {"text/html"}


def make(deployment: Deployment) -> Hosted:
    """Make the maps, the server configuration, the start script, and the Node server for other requests."""
    render = renderer(deployment, "nginx")
    folders = deployment.image_folders
    pages = _pages(deployment)
    pagings = {page.answer.paging for page in pages if page.answer.paging}
    own = sorted({name for page in pages for name, _ in page.answer.headers} - _DERIVED)
    variables = {name: f"page_{name.lower().replace('-', '_')}" for name in own}
    values = {
        "methods": METHODS,
        "routes": f"(?:{'|'.join(_tops(deployment))})",
        "unpaged": [folder for folder in deployment.answer_folders if folder != f"/{API_FOLDER}"],
        "named": [route.path.partition("{")[0] for route in ROUTES if route.has_names],
        "value_folders": [*dict.fromkeys(_folders(deployment))],
        "small_letters": " ".join(f"{letter.upper()} {letter};" for letter in ascii_lowercase),
        "capitals": _MOST_CAPITALS,
        "spaces": _MOST_SPACES,
        "shared": _shared_files(),
        "lists": [page.row for page in pages if page.is_listed],
        "own": {
            name: (variable, {page.path: dict(page.answer.headers)[name] for page in pages if page.has(name)})
            for name, variable in variables.items()
        },
        "shown": {**{variable: name for name, variable in variables.items()}, **_SHOWN},
        "max_limit": MAX_LIMIT,
        "default_limit": DEFAULT_LIMIT,
        "catalog_limit": CATALOG_LIMIT.maximum,
        "default_catalog_limit": DEFAULT_CATALOG_LIMIT,
        "lasts": {_class(paging): _last_offsets(paging) for paging in sorted({*pagings, _ONE})},
        "offsets": _offsets(pagings),
        "documents": {
            address: answer.file
            for address, answer in deployment.file_answers.items()
            if address in deployment.manifest["assets"] and address != f"/{answer.file}"
            if answer.file.rpartition(".")[2] in TYPES
        },
        "charset_types": sorted({_plain_type(kind) for kind in TYPES.values() if "charset" in kind} - _OF_NGINX),
        "gzip_types": sorted(
            {_plain_type(kind) for ending, kind in TYPES.items() if ending not in _SENT_AS_THEY_ARE} - _OF_NGINX
        ),
        "folders": folders,
        "answer_headers": answer_headers(deployment.site.dataset.revision),
        "answer_pattern": _answer_pattern(deployment),
        "well_known": deployment.well_known,
        "page_headers": deployment.page_headers,
        "no_addresses": (f"/{MISSING_PAGE}", f"/{DOCS_FOLDER}/index.html"),
        "codes": tuple(code_spellings(deployment.manifest)),
        "flags": flag_manifest(deployment.manifest, deployment.assets),
        "errors": ERRORS,
    }
    files = [
        render(name, **values)
        for name in ("maps.conf", "server.conf", "site.conf", "container.conf", "countries@.service")
    ]
    files += [render(name, **values) for name in ("separate_flag_host/maps.conf", "separate_flag_host/server.conf")]
    files.append(render("README.md", lists=sum(page.is_listed for page in pages)))
    files += map(render, ("Dockerfile", "activate.sh", "logrotate-hourly.conf", "nginx-limits.conf", "start.sh"))
    hosted = node.make(deployment) if "node" not in deployment.site.config.hosts.names else None
    return Hosted("nginx", (*files, *(hosted.files if hosted else ())), LIMITS, {})


class _Page(NamedTuple):
    """A route without a query that a file answers: its path without spaces, and whether the file is its own."""

    path: str
    answer: FileAnswer
    is_own: bool

    @property
    def is_listed(self) -> bool:
        """Whether its total or its file do not follow from its path."""
        paging = self.answer.paging
        return not paging or paging.total > 1 or paging.limits != _ONE.limits

    @property
    def row(self) -> tuple[str, str, str, str]:
        """The path, the class of the list, the folder of its windows, and the file of the first page."""
        paging = self.answer.paging
        folder = f"/{paging.folder}" if paging and paging.folder else "-"
        return self.path, _class(paging) if paging else "-", folder, f"/{self.answer.file}"

    def has(self, name: str) -> bool:
        """Whether the answer has the header *name*."""
        return any(name == other for other, _ in self.answer.headers)


def _pages(deployment: Deployment) -> list[_Page]:
    """List the routes of the API that files answer, other than other names of one record, which go to the function."""
    answers = deployment.file_answers
    pages = [
        _Page(row.address, answers[row.address], bool(row.file))
        for row in deployment.site.answers
        if not row.query and row.address in answers and "%" not in row.address
    ]
    return [page for page in pages if page.is_own or page.is_listed]


def _tops(deployment: Deployment) -> list[str]:
    """List the first segments of routes, as patterns."""
    return [re.escape(top[1:]) for top in dict.fromkeys([*deployment.answer_folders, "/health"])]


def _folders(deployment: Deployment) -> Iterator[str]:
    """List the folders of the routes with a value in their path, which may have any case."""
    routes = (*MANIFEST_ROUTES, *(row.route for row in deployment.site.further_answers))
    tops = tuple(f"{folder}/" for folder in deployment.answer_folders)
    for route in routes:
        folder, found, _ = route.path.partition("{")
        if found and folder.startswith(tops):
            yield re.escape(folder)


def _shared_files() -> list[tuple[str, str]]:
    """List the folders of routes whose answers are the files of another route, and the folders of that one."""
    folders = [(route.path.partition("{")[0], route.files_of.partition("{")[0]) for route in ROUTES]
    return [(folder, other) for folder, other in folders if other]


def _answer_pattern(deployment: Deployment) -> str:
    """Match static URLs, in the form of the core, and files of assets; other paths are searches or not found."""
    folders = [folder for folder in deployment.asset_folders if folder != f"/{FLAG_FOLDER}"]
    return "|".join(
        [
            *(re.escape(path.removeprefix("/")) for path in ANSWER_FILES),
            *(f"{re.escape(folder[1:])}/[a-z0-9._~/-]+[.]json" for folder in deployment.answer_folders),
            *(f"{re.escape(folder[1:])}/(?:[A-Za-z0-9._~-]+/)*[A-Za-z0-9._~-]+" for folder in folders),
            *(re.escape(path[1:]) for path in deployment.root_files if path != "/index.html"),
        ]
    )


def _class(paging: Paging) -> str:
    """Identify the lists with the same total and page sizes, which have the same windows."""
    return f"{paging.total}/{max(paging.limits)}"


def _last_offsets(paging: Paging) -> dict[int, int]:
    """Map the page sizes of a list to the offset of its last window."""
    return {limit: (paging.total - 1) // limit * limit for limit in paging.limits}


def _offsets(pagings: Iterable[Paging]) -> dict[int, list[int]]:
    """Map each page size to the offsets of the windows of the longest list that has them."""
    longest: dict[int, int] = {}
    for paging in pagings:
        for limit in paging.limits:
            longest[limit] = max(longest.get(limit, 0), paging.total)
    return {limit: [*range(0, total, limit)] for limit, total in sorted(longest.items())}


def _plain_type(kind: str) -> str:
    return kind.partition(";")[0]
