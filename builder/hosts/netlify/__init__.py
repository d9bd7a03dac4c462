"""Netlify: an edge function, and redirect rules that answer when the function does not run."""

from collections.abc import Iterable, Iterator

from builder.api.headers import CACHE, TYPES, common
from builder.api.output_paths import DOCS_FOLDER, EDGE, ERROR_FOLDER, FLAG_FOLDER, MISSING_PAGE, PUBLIC, error_path
from builder.api.parameters import PARAMETERS
from builder.api.types import Entry
from builder.hosts.shared.deployment import TOOLS, Deployment, Hosted, adapter, renderer
from builder.hosts.shared.file_answers import (
    ANSWER_FILES,
    TABLE_FOLDER,
    WELL_KNOWN,
    answer_headers,
    file_headers,
    well_known_headers,
)
from builder.hosts.shared.flag_host import FLAG_ROUTES, code_spellings, flag_site
from builder.hosts.shared.limits import LESS_DATA, MEBIBYTE, Limit
from builder.project.host_declarations import folder_of_host

LIMITS: tuple[Limit, ...] = (
    Limit("bytes of the function", 20 * MEBIBYTE, "Netlify Edge Functions, limits, compressed code", LESS_DATA),
)

# The folders of files that run no function. The patterns in adapter.js and methods.js name them, too.
_WITHOUT_FUNCTION = (f"/{DOCS_FOLDER}", f"/{FLAG_FOLDER}/svg", f"/{FLAG_FOLDER}/png", TABLE_FOLDER, WELL_KNOWN)
_KNOWN_TYPES = {"css", "html", "ico", "js", "png", "svg", "txt", "xml"}

# Relative to the root of a staged deployment, which must contain all files.
_FUNCTION_FOLDER = "edge-functions/countries"
_EDGE = f"../../{EDGE}"
# The rule is not forced: a query after a static URL is ignored, and the file is the answer.
_NO_FUNCTION = f"/{error_path(500)} 500"


def make(deployment: Deployment) -> Hosted:
    """Make the function, its configuration and the redirect rules, and the same for a separate flag host."""
    render = renderer(deployment, "netlify")
    flags = f"hosts/netlify/flags/{_FUNCTION_FOLDER}"
    files = (
        *(
            _with_folders(file, deployment)
            for file in adapter(deployment, "netlify", f"hosts/netlify/{_FUNCTION_FOLDER}/countries.js", edge=_EDGE)
        ),
        _methods(deployment),
        *adapter(deployment, "netlify", f"{flags}/countries.js", edge=_EDGE, generated="./"),
        *flag_site(deployment, flags),
        render("netlify.toml"),
        render("_redirects", rules=list(make_rules(deployment))),
        render("_headers", rules=_header_rules(deployment)),
        *map(render, ("stage.sh", *TOOLS, "README.md")),
    )
    return Hosted("netlify", files, LIMITS, {"bytes of the function": deployment.size})


def _header_rules(deployment: Deployment) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    revision = deployment.site.dataset.revision
    answered = answer_headers(revision)
    refused = (*common(revision), ("Cache-Control", CACHE["error"]), ("Content-Type", TYPES["json"]))
    # Header rules support an asterisk only at the end of a path, and do not apply to answers of a function.
    return [
        *((path, answered) for path in (*ANSWER_FILES, *(f"{folder}/*" for folder in deployment.answer_folders))),
        *((f"{folder}/*", file_headers(revision)) for folder in _WITHOUT_FUNCTION),
        *((path, file_headers(revision)) for path in ("/", *deployment.root_files)),
        *((folder.path + "/*", folder.headers) for folder in deployment.image_folders),
        *((path, deployment.page_headers) for path in ("/", "/index.html", f"/{DOCS_FOLDER}/*")),
        *((path, (("Content-Type", TYPES[ending]),)) for path, ending in sorted(_typed_paths(deployment.assets))),
        *((one.address, well_known_headers(one)) for one in deployment.well_known),
        (f"/{ERROR_FOLDER}/*", refused),
    ]


def _typed_paths(assets: Iterable[Entry]) -> Iterator[tuple[str, str]]:
    """Yield the paths of header rules for files whose type the host does not know, and the ending of these.

    A path is that of a folder of one kind of files, otherwise of a file.
    """
    folders: dict[str, list[Entry]] = {}
    for asset in assets:
        if asset.address.startswith(tuple(f"{folder}/" for folder in _WITHOUT_FUNCTION)):
            folders.setdefault(asset.address.rpartition("/")[0], []).append(asset)
    for folder, files in folders.items():
        kinds = {file.type for file in files}
        if kinds <= _KNOWN_TYPES:
            continue
        # A rule for a folder holds for those in it, too.
        if len(kinds) == 1 and not any(other.startswith(f"{folder}/") for other in folders):
            yield f"{folder}/*", kinds.pop()
        else:
            yield from ((file.address, file.type) for file in files if file.type not in _KNOWN_TYPES)


def _methods(deployment: Deployment) -> Entry:
    """Make the function for methods other than GET and HEAD at static URLs."""
    source = (folder_of_host("netlify") / "methods.js").read_text("utf-8")
    placed = source.replace("'./adapter.js'", "'../countries/countries.js'")
    return _with_folders(Entry.of("hosts/netlify/edge-functions/methods/methods.js", placed.encode()), deployment)


def _with_folders(file: Entry, deployment: Deployment) -> Entry:
    """Name every folder of answers in the settings of a function, which the host reads without running it."""
    folders = ", ".join(f"'{folder}/*.json'" for folder in deployment.answer_folders)
    return Entry.of(file.path, file.make().replace(b"'/v1/*.json'", folders.encode()))


def make_rules(deployment: Deployment) -> Iterator[str]:
    """Yield the redirect rules in the order in which Netlify tries them.

    They answer while the function does not run: an address without a query with its file, others with an error.
    """
    for folder in deployment.answer_folders:
        for name in dict.fromkeys(parameter.name for parameter in PARAMETERS.values()):
            yield f"{folder}/* {name}=:value {_NO_FUNCTION}"
    for asset in deployment.assets:
        file = f"/{asset.path.removeprefix(PUBLIC)}"
        if asset.address != file and asset.type in ("json", "txt"):
            yield f"{asset.address} {file} 200"
    for answer in deployment.default_answers:
        yield f"{answer.row.address} /{answer.file} 200"
    for route in FLAG_ROUTES:
        prefix = route.path.partition("{")[0]
        for code, cca2 in code_spellings(deployment.manifest):
            # Rules are case-sensitive.
            for spelling in dict.fromkeys((code, code.upper())):
                yield f"{prefix}{spelling} {deployment.manifest['flags'][route.image]}{cca2}.{route.image} 301"
    # Netlify tries files before these rules.
    yield from (f"{folder}/* {_NO_FUNCTION}" for folder in deployment.answer_folders)
    for folder in _WITHOUT_FUNCTION:
        missing = MISSING_PAGE if folder == f"/{DOCS_FOLDER}" else error_path(404)
        yield f"{folder}/* /{missing} 404"
