"""AWS: S3 and CloudFront, with Lambda@Edge between them; a CloudFront Function for a flag host of its own."""

from builder.hosts.deployment import Deployment, Hosted, adapter, renderer
from builder.hosts.direct import direct_folders
from builder.hosts.limits import FILE_BYTES, LESS_DATA, MEBIBYTE, SMALLER_FILES, Limit, compressed
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
    codes = {code: manifest["cca2"][number] for code, number in manifest["codes"].items()}
    forms: dict[str, list[str]] = {}
    for code, cca2 in codes.items():
        forms.setdefault(cca2, []).append(code)
    table = ",".join("-".join([cca2, *(code for code in known if code != cca2)]) for cca2, known in forms.items())
    headers = {name.lower(): {"value": value} for name, value in manifest["headers"]["common"]}
    flags = render("flags/function.js", table=table, headers=headers)
    files = (
        *adapter(deployment, "lambda.js", "hosts/aws/index.js", edge="./edge/"),
        render("template.json", names=names),
        render("package.json"),
        render("stage.sh"),
        flags,
        render("flags/template.json", function=flags.body.decode(), headers=_image_headers(deployment)),
        render("README.md", names=names),
    )
    used = {_LAMBDA: compressed(deployment.edge), _CLOUDFRONT_FUNCTION: flags.size, _QUERY_NAMES: len(names)}
    return Hosted("aws", files, LIMITS, used)


def _image_headers(deployment: Deployment) -> list[tuple[str, str]]:
    """Headers of every image; CloudFront does not let a policy name the access control headers twice or the type."""
    manifest = deployment.manifest
    folder = next(folder for folder in direct_folders(manifest) if folder.path == "/flags/svg")
    return [(name, value) for name, value in folder.headers if name != "Content-Type"]
