"""nginx on your own machine: a generated map answers requests without a query from files."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from builder.api.headers import LINK, METHODS, TYPES
from builder.api.host_error_messages import ERRORS
from builder.api.parameters import DEFAULT_LIMIT
from builder.api.routes import MANIFEST_ROUTES
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
from builder.output_paths import DOCS_FOLDER, FLAG_FOLDER, MISSING_PAGE

LIMITS: tuple[Limit, ...] = ()

# Paths that a Link header of the function repeats as they are. Maps of nginx are not case-sensitive, so the case of an
# escape with letters would not be known.
_PLAIN = re.compile(r"(?:[\w/.,~-]|%20)*")

# Files that compression makes hardly smaller, or that are too large to compress for each request.
_SENT_AS_THEY_ARE = ("ico", "png", "sqlite")
# nginx itself has it in both lists.
_OF_NGINX = {"text/html"}


def make(deployment: Deployment) -> Hosted:
    """Make the maps, the server configuration, the start script, and the Node server for other requests."""
    render = renderer(deployment, "nginx")
    folders = deployment.image_folders
    # A file at its own path is sent by the folder that it is in.
    answers = {
        address: answer
        for address, answer in deployment.file_answers.items()
        if _PLAIN.fullmatch(address) and address != f"/{answer.file}"
    }
    rows = {answer: number for number, answer in enumerate(dict.fromkeys(answers.values()))}
    pagings = {row: row.paging for row in rows if row.paging}
    # nginx sets Content-Type from the file name; a Link follows from the window.
    names = sorted({name for row in rows for name, _ in row.headers} - {"Content-Type", LINK.name})
    values = {
        "methods": METHODS,
        "addresses": {address: rows[answer] for address, answer in answers.items()},
        "rows": [(number, row.file, dict(row.headers)) for row, number in rows.items()],
        "pagings": [(rows[row], paging, _class(paging)) for row, paging in pagings.items()],
        "default_limit": DEFAULT_LIMIT,
        "last": _last_offsets({*pagings.values()}),
        "windows": sorted(_windows({*pagings.values()})),
        "usual": {name: _usual(rows, name) for name in names},
        "names": {name: f"page_{name.lower().replace('-', '_')}" for name in names},
        "places": _places(deployment, answers),
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
    files += [render(name, **values) for name in ("flag_host/maps.conf", "flag_host/server.conf")]
    files.append(render("README.md", addresses=len(answers)))
    files += map(render, ("Dockerfile", "activate.sh", "logrotate-hourly.conf", "nginx-limits.conf", "start.sh"))
    hosted = node.make(deployment) if "node" not in deployment.site.config.hosts.names else None
    return Hosted("nginx", (*files, *(hosted.files if hosted else ())), LIMITS, {})


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


def _usual(rows: Iterable[FileAnswer], name: str) -> str:
    """Return the value of a header that most answers have, or an empty text."""
    values = Counter(dict(row.headers).get(name, "") for row in rows)
    return max(values, key=lambda value: values[value])


def _class(paging: Paging) -> str:
    """Identify the lists with the same total and page sizes, which have the same windows."""
    return f"{paging.total}/{max(paging.limits)}"


def _last_offsets(pagings: Iterable[Paging]) -> dict[str, int]:
    """Map class and page size of a list to the offset of its last window."""
    return {
        f"{_class(paging)} {limit}": (paging.total - 1) // limit * limit
        for paging in sorted(pagings)
        for limit in paging.limits
    }


def _windows(pagings: Iterable[Paging]) -> set[tuple[int, int]]:
    """Collect page size and offset of each window of some list."""
    return {
        (limit, offset) for paging in pagings for limit in paging.limits for offset in range(0, paging.total, limit)
    }


def _plain_type(kind: str) -> str:
    return kind.partition(";")[0]


def _places(deployment: Deployment, answers: Mapping[str, FileAnswer]) -> dict[str, str]:
    """Map the locations to the type of a file whose name has no ending that tells it, otherwise to an empty string.

    They are case-sensitive: exact paths, and folders whose last segment may have any case.
    """
    routes = (*MANIFEST_ROUTES, *(row.route for row in deployment.site.further_answers))
    folders = [route.path.partition("{")[0] for route in routes if "{" in route.path]
    tops = tuple(f"{folder}/" for folder in deployment.answer_folders)
    caseless = [folder for folder in folders if folder.startswith(tops)]
    exact = {
        f"= {address}": ""
        if answer.file.rpartition(".")[2] in TYPES
        else _plain_type(dict(answer.headers)["Content-Type"])
        for address, answer in answers.items()
        if not any(address.startswith(folder) for folder in caseless)
    }
    return {**exact, **dict.fromkeys(caseless, "")}
