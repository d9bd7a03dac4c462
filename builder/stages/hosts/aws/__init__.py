"""AWS: S3 and CloudFront, with Lambda@Edge between them; a CloudFront Function for a flag host of its own."""

from collections.abc import Iterable, Mapping
from typing import Any

from builder.stages.hosts.deployment import Deployment, Hosted, adapter, renderer
from builder.stages.hosts.flag_host import flag_manifest, spelled_codes
from builder.stages.hosts.limits import FILE_BYTES, LESS_DATA, MEBIBYTE, SMALLER_FILES, Limit, compressed
from builder.stages.hosts.static_folders import direct_folders
from builder.tables.parameters import PARAMETERS

_LAMBDA = "bytes of the function, compressed"
_CLOUDFRONT_FUNCTION = "bytes of the flag host's function"
_QUERY_NAMES = "query parameters in the cache key"

LIMITS: tuple[Limit, ...] = (
    Limit(_LAMBDA, 50 * MEBIBYTE, "AWS Lambda@Edge, quotas of origin triggers", LESS_DATA),
    Limit(_CLOUDFRONT_FUNCTION, 10 * 1024, "Amazon CloudFront, quotas of functions", LESS_DATA),
    Limit(_QUERY_NAMES, 10, "Amazon CloudFront, quotas of cache policies", "declare fewer parameters"),
    Limit(FILE_BYTES, 1024 * MEBIBYTE, "Amazon CloudFront, quotas of distributions", SMALLER_FILES),
)


def make(deployment: Deployment) -> Hosted:
    """Make the function, the template that deploys it with bucket and distribution, and the flag host's function."""
    render = renderer(deployment, "aws")
    manifest = deployment.manifest
    names = list(dict.fromkeys(parameter.name for parameter in PARAMETERS.values()))
    flags = render("flags/function.js", **_flag_values(manifest))
    files = (
        *adapter(deployment, "aws", "hosts/aws/index.js", edge="./edge/"),
        render("template.json", names=names),
        render("package.json"),
        render("stage.sh"),
        flags,
        render("flags/template.json", function=flags.body.decode(), headers=_image_headers(deployment)),
        render("README.md", names=names),
    )
    used = {_LAMBDA: compressed(deployment.edge), _CLOUDFRONT_FUNCTION: flags.size, _QUERY_NAMES: len(names)}
    return Hosted("aws", files, LIMITS, used)


def _flag_values(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Values of the flag host's function; its codes are one text, cca2 first, as objects would pass its limit."""
    forms: dict[str, list[str]] = {}
    for code, cca2 in spelled_codes(manifest):
        forms.setdefault(cca2, [cca2]).extend([code] if code != cca2 else [])
    flags = flag_manifest(manifest)
    images = {}
    for asset in flags["assets"].values():
        folder, _, name = asset["file"].partition("/")
        images[folder] = name.rpartition(".")[2]
    return {
        "table": ",".join("-".join(codes) for codes in forms.values()),
        "images": images,
        "flags": flags,
        "headers": _as_event(manifest["headers"]["common"]),
        "options": _as_event(manifest["headers"]["options"]),
    }


def _as_event(headers: Iterable[tuple[str, str]]) -> dict[str, dict[str, str]]:
    return {name.lower(): {"value": value} for name, value in headers}


def _image_headers(deployment: Deployment) -> list[tuple[str, str]]:
    """Headers of every image; CloudFront does not let a policy name the access control headers twice or the type.

    The template's policy overrides nothing: it is laid over what the function answers too, which must not be kept a
    year.
    """
    manifest = deployment.manifest
    folder = next(folder for folder in direct_folders(manifest) if folder.path == "/flags/svg")
    return [(name, value) for name, value in folder.headers if name != "Content-Type"]
