"""AWS: S3 and CloudFront, with Lambda@Edge between them; a CloudFront Function for a flag host of its own."""

from collections.abc import Iterable
from hashlib import blake2b

from builder.api.output_paths import DOCS_FOLDER, EDGE, error_path
from builder.api.parameters import PARAMETERS
from builder.api.types import Entry
from builder.hosts.shared.deployment import Deployment, Hosted, adapter, renderer
from builder.hosts.shared.file_answers import ANSWER_FILES, TABLE_FOLDER, WELL_KNOWN, answer_headers
from builder.hosts.shared.flag_host import code_spellings, flag_manifest
from builder.hosts.shared.limits import FILE_BYTES, LESS_DATA, MEBIBYTE, SMALLER_FILES, Limit
from builder.javascript.manifest import Manifest

LIMITS: tuple[Limit, ...] = (
    Limit("bytes of the function, compressed", 50 * MEBIBYTE, "AWS Lambda@Edge, quotas of origin triggers", LESS_DATA),
    Limit("bytes of the flag host's function", 10 * 1024, "Amazon CloudFront, quotas of functions", LESS_DATA),
    Limit(
        "query parameters in the cache key",
        10,
        "Amazon CloudFront, quotas of cache policies",
        "declare fewer parameters",
    ),
    Limit(FILE_BYTES, 1024 * MEBIBYTE, "Amazon CloudFront, quotas of distributions", SMALLER_FILES),
)

# A published version of the function does not change, so a change of these makes a new version.
FUNCTION = {"Runtime": "nodejs22.x", "MemorySize": 256, "Timeout": 5}
# The bucket answers 403 for a missing file, and the distribution replaces that with this file. The function itself
# never answers 403.
_MISSING = f"/{error_path(404)}"


def make(deployment: Deployment) -> Hosted:
    """Make the function, the template that deploys function, bucket and distribution, and the flag host's function."""
    render = renderer(deployment, "aws")
    manifest = deployment.manifest
    names = [*dict.fromkeys(parameter.name for parameter in PARAMETERS.values()), *deployment.site.further_query]
    flags = render(
        "separate_flag_host/function.js",
        table=_table(manifest),
        images={asset.address.split("/")[2]: asset.type for asset in deployment.assets if asset.cache == "image"},
        flags=flag_manifest(manifest),
        headers=_as_event(manifest["headers"]["common"]),
        options=_as_event(manifest["headers"]["options"]),
    )
    # Of every image, but for Content-Type, which the bucket sets. The policy does not override headers, because it also
    # applies to the answers of the function, which have a shorter cache time.
    folder = next(folder for folder in deployment.image_folders if folder.path == "/flags/svg")
    images = [header for header in folder.headers if header[0] != "Content-Type"]
    code = adapter(deployment, "aws", "hosts/aws/index.js", edge=f"./{EDGE}")
    tools = (render("package.json"), render("package-lock.json"))
    version = _version((*deployment.function, *code, *tools))
    files = (
        *code,
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
                f"{TABLE_FOLDER}/*",
                f"{WELL_KNOWN}/*",
                *deployment.root_files,
                _MISSING,
            ),
            missing=_MISSING,
            documents=f"/{DOCS_FOLDER}/",
            page_headers=deployment.page_headers,
            image_folders=deployment.image_folders,
            image_headers=folder.headers,
            catalog=next(one for one in deployment.well_known if one.type == "linkset"),
            answer_headers=answer_headers(deployment.site.dataset.revision),
        ),
        flags,
        render("separate_flag_host/template.json", function=flags.make().decode(), headers=images),
        render("README.md", names=names),
    )
    used = {
        "bytes of the function, compressed": deployment.compressed,
        "bytes of the flag host's function": len(flags.make()),
        "query parameters in the cache key": len(names),
    }
    return Hosted("aws", files, LIMITS, used)


def _version(files: Iterable[Entry]) -> str:
    """Hash everything that makes the published version: code, site, bundler and settings.

    Lambda does not publish a version again under the same name. The pages are in a folder with that name, so that
    function and pages change at the same time.
    """
    parts = [f"{file.path} {file.identity}" for file in files]
    return blake2b("\n".join([*parts, repr(FUNCTION)]).encode(), digest_size=8).hexdigest()


def _table(manifest: Manifest) -> str:
    """Encode the codes of the flag host's function as one string, cca2 first; objects would exceed its size limit."""
    forms: dict[str, list[str]] = {}
    for code, cca2 in code_spellings(manifest):
        forms.setdefault(cca2, [cca2]).extend([code] if code != cca2 else [])
    return ",".join("-".join(codes) for codes in forms.values())


def _as_event(headers: Iterable[tuple[str, str]]) -> dict[str, dict[str, str]]:
    return {name.lower(): {"value": value} for name, value in headers}
