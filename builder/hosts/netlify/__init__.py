"""Makes the files for Netlify: an edge function, and redirect rules that answer when the function does not run."""

from collections import defaultdict
from collections.abc import Iterator

from builder.api.output_paths import DOCS_FOLDER, ERROR_FOLDER, MISSING_PAGE, PUBLIC, error_path
from builder.api.parameters import PARAMETERS
from builder.api.response_headers import CACHE, TYPES, common
from builder.api.types import Entry
from builder.hosts.shared.deployment import TOOLS, Deployment, HostOutput, adapter, renderer
from builder.hosts.shared.file_answers import ANSWER_FILES, answer_headers, file_headers, well_known_headers
from builder.hosts.shared.limits import COMPRESSED_CODE_BYTES, LESS_DATA, MIB, Limit

_SOURCE = "Netlify Edge Functions, limits, compressed code"
LIMITS: tuple[Limit, ...] = (Limit(COMPRESSED_CODE_BYTES, 20 * MIB, _SOURCE, LESS_DATA),)

# The endings of files whose type the host knows.
_KNOWN_TYPES = {"css", "html", "ico", "js", "png", "svg", "txt", "xml"}

# The target of rules for requests that need the function. The rules are not forced: a file at the address comes first.
_NO_FUNCTION = f"/{error_path(500)} 500"


def make(deployment: Deployment) -> HostOutput:
    """Make the function, its configuration and the redirect rules."""
    render = renderer(deployment, "netlify")
    answer_paths = [*ANSWER_FILES, *(f"{folder}/*.json" for folder in deployment.answer_folders)]
    file_paths = [*answer_paths, *(f"{folder}/*" for folder in deployment.file_folders)]
    files = (
        adapter("netlify"),
        render("edge-functions/countries/countries.js", excluded=["/", *file_paths, *deployment.root_files]),
        render("edge-functions/methods/methods.js", paths=file_paths),
        render("netlify.toml"),
        render("_redirects", rules=list(make_rules(deployment))),
        render("_headers", rules=_header_rules(deployment)),
        *map(render, ("stage.sh", *TOOLS, "README.md")),
    )
    return HostOutput("netlify", files, LIMITS, {COMPRESSED_CODE_BYTES: deployment.compressed})


def _header_rules(deployment: Deployment) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    revision = deployment.site.dataset.revision
    headers_of_errors = (*common(revision), ("Cache-Control", CACHE["error"]), ("Content-Type", TYPES["json"]))
    # Header rules support an asterisk only at the end of a path, and do not apply to answers of a function.
    return [
        *((path, answer_headers(revision)) for path in ANSWER_FILES),
        *((f"{folder}/*", answer_headers(revision)) for folder in deployment.answer_folders),
        *((f"{folder}/*", file_headers(revision)) for folder in deployment.file_folders),
        *((path, file_headers(revision)) for path in ("/", *deployment.root_files)),
        *((f"{folder}/*", headers) for folder, headers in deployment.image_folders.items()),
        *((path, deployment.page_headers) for path in ("/", "/index.html", f"/{DOCS_FOLDER}/*")),
        *((path, (("Content-Type", TYPES[ending]),)) for path, ending in sorted(_typed_paths(deployment))),
        *((file.address, well_known_headers(file)) for file in deployment.well_known),
        (f"/{ERROR_FOLDER}/*", headers_of_errors),
    ]


def _typed_paths(deployment: Deployment) -> Iterator[tuple[str, str]]:
    """Yield the paths of header rules for files whose type the host does not know, each with the ending.

    A folder without subfolders whose files all have the same ending has one path.
    """
    folders = defaultdict[str, list[Entry]](list)
    for asset in deployment.assets:
        if asset.address.startswith(tuple(f"{folder}/" for folder in deployment.file_folders)):
            folders[asset.address.rpartition("/")[0]].append(asset)
    for folder, files in folders.items():
        kinds = {file.type for file in files}
        if kinds <= _KNOWN_TYPES:
            continue
        # A rule for a folder also applies to the folders in it.
        if len(kinds) == 1 and not any(other.startswith(f"{folder}/") for other in folders):
            yield f"{folder}/*", kinds.pop()
        else:
            yield from ((file.address, file.type) for file in files if file.type not in _KNOWN_TYPES)


def make_rules(deployment: Deployment) -> Iterator[str]:
    """Yield the redirect rules in the order in which Netlify tries them, while the function does not run.

    They answer requests without a declared parameter with a file or a redirect to a flag, and others with an error.
    """
    for folder in deployment.answer_folders:
        for name in dict.fromkeys(parameter.name for parameter in PARAMETERS.values()):
            yield f"{folder}/* {name}=:value {_NO_FUNCTION}"
    for asset in deployment.assets:
        file = f"/{asset.path.removeprefix(PUBLIC)}"
        if asset.address not in ("", file) and asset.type in ("json", "txt"):
            yield f"{asset.address} {file} 200"
    for answer in deployment.default_answers:
        yield f"{answer.row.address} /{answer.file} 200"
    for route in deployment.flag_routes:
        prefix = route.path.partition("{")[0]
        for code in deployment.manifest["cca2"]:
            yield f"{prefix}{code} {deployment.manifest['flags'][route.image]}{code}.{route.image} 301"
    yield from (f"{route.path.partition('{')[0]}* {_NO_FUNCTION}" for route in deployment.flag_routes)
    # Netlify tries files before these rules.
    yield from (f"{folder}/* {_NO_FUNCTION}" for folder in deployment.answer_folders)
    for folder in deployment.file_folders:
        missing = MISSING_PAGE if folder == f"/{DOCS_FOLDER}" else error_path(404)
        yield f"{folder}/* /{missing} 404"
