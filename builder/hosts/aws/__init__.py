"""Makes the files for AWS: S3 and CloudFront, with Lambda@Edge between them."""

from collections.abc import Iterable

from builder.api.output_paths import DOCS_FOLDER, error_path
from builder.api.parameters import PARAMETERS
from builder.api.types import Entry, digest
from builder.hosts.shared.deployment import Deployment, HostOutput, adapter, renderer, shared_adapters
from builder.hosts.shared.file_answers import ANSWER_FILES, TABLE_FOLDER, WELL_KNOWN, answer_headers
from builder.hosts.shared.limits import COMPRESSED_CODE_BYTES, FILE_BYTES, LESS_DATA, MIB, SMALLER_FILES, Limit

_KEY_PARAMETERS = "query parameters in the cache key"
LIMITS: tuple[Limit, ...] = (
    Limit(COMPRESSED_CODE_BYTES, 50 * MIB, "AWS Lambda@Edge, quotas of origin triggers", LESS_DATA),
    Limit(_KEY_PARAMETERS, 10, "Amazon CloudFront, quotas of cache policies", "declare fewer parameters"),
    Limit(FILE_BYTES, 1024 * MIB, "Amazon CloudFront, quotas of distributions", SMALLER_FILES),
)

# A published version of the function cannot be changed, so a change of these settings makes a new version.
FUNCTION = {"Runtime": "nodejs22.x", "MemorySize": 256, "Timeout": 5}
# The distribution replaces the bucket's 403 for a missing file with this file. The function never answers 403.
_MISSING = f"/{error_path(404)}"


def make(deployment: Deployment) -> HostOutput:
    """Make the function, the templates of the stacks, and the scripts that deploy them."""
    render = renderer(deployment, "aws")
    names = [*dict.fromkeys(parameter.name for parameter in PARAMETERS.values()), *deployment.site.further_query]
    code = (adapter("aws"), render("index.js"), *shared_adapters(deployment.sources))
    tools = (render("package.json"), render("package-lock.json"))
    version = _version((*deployment.function, *code, *tools))
    files = (
        *code[:2],
        *tools,
        *map(render, ("files.json", "iam-policy.json", "publish.sh", "stage.sh")),
        render("content-types.txt", well_known=deployment.well_known),
        render(
            "template.json",
            names=names,
            function=FUNCTION,
            version=version,
            # An asterisk also matches slashes.
            static_paths=(
                *(f"{folder}/*.json" for folder in deployment.answer_folders),
                *ANSWER_FILES,
                f"{TABLE_FOLDER}/index.html",
                f"{TABLE_FOLDER}/*",
                f"{WELL_KNOWN}/*",
                *deployment.root_files,
                _MISSING,
            ),
            missing=_MISSING,
            documents=f"/{DOCS_FOLDER}/",
            tables=TABLE_FOLDER,
            index_folders=deployment.index_folders,
            page_headers=deployment.page_headers,
            image_folders=deployment.image_folders,
            image_headers=deployment.image_folders["/flags/svg"],
            catalog=next(file for file in deployment.well_known if file.type == "linkset"),
            answer_headers=answer_headers(deployment.site.dataset.revision),
        ),
        render("README.md", names=names),
    )
    used = {COMPRESSED_CODE_BYTES: deployment.compressed, _KEY_PARAMETERS: len(names)}
    return HostOutput("aws", files, LIMITS, used)


def _version(files: Iterable[Entry]) -> str:
    """Hash everything that makes the published version: code, site, bundler and settings.

    Lambda does not publish a version again under the same name. The files are in a folder with that name, so that
    function and files change at the same time.
    """
    parts = [f"{file.path} {digest(file.make())}" for file in files]
    return digest("\n".join([*parts, repr(FUNCTION)]).encode())
