"""Vercel: routing middleware first, and files."""

from builder.core.manifest import unpaged
from builder.core.modules import manifest_module
from builder.paths import EDGE, RECORDS
from builder.stages.hosts.deployment import TOOLS, Deployment, Hosted, adapter, copied, renderer
from builder.stages.hosts.flag_host import flag_site
from builder.stages.hosts.limits import LESS_DATA, MEBIBYTE, Limit, compressed
from builder.types import File

_FUNCTION = "bytes of the function, compressed"
_UPLOAD = "bytes of all files but pages"

LIMITS: tuple[Limit, ...] = (
    Limit(_UPLOAD, 100_000_000, "Vercel, limits, static file uploads, hobby plan", "use smaller [flags] widths"),
    Limit(_FUNCTION, MEBIBYTE, "Vercel, limits of the edge runtime, hobby plan", LESS_DATA),
)


def make(deployment: Deployment) -> Hosted:
    """Make the middleware, the configuration, and the same for a flag host of its own.

    The pages would be seven times what may be uploaded, so the middleware joins every page from its records.
    """
    render = renderer(deployment, "vercel")
    files = (
        *adapter(deployment, "vercel", "hosts/vercel/middleware.js", edge=f"./{EDGE}", site="./"),
        *_unpaged_site(deployment),
        render("vercel.json"),
        *adapter(deployment, "vercel", "hosts/vercel/flags/middleware.js", edge=f"./{EDGE}", site="./"),
        *flag_site(deployment, "hosts/vercel/flags"),
        render("stage.sh"),
        *copied("vercel", *TOOLS),
        render("README.md"),
    )
    records = 2 * sum(len(record.body) for record in deployment.dataset.records)
    used = {
        _UPLOAD: records + sum(asset.file.size for asset in deployment.assets),
        _FUNCTION: compressed(deployment.function),
    }
    return Hosted("vercel", files, LIMITS, used)


def _unpaged_site(deployment: Deployment) -> tuple[File, File]:
    return (
        manifest_module("hosts/vercel/manifest.js", unpaged(deployment.manifest)),
        File.of("hosts/vercel/records.js", f"export {{ records }} from './{RECORDS}';\n".encode()),
    )
