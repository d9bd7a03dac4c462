"""Vercel: routing middleware and static files."""

from builder.api.headers import CACHE, METHODS, OPTIONS, common
from builder.javascript.generated_modules import manifest_module
from builder.javascript.manifest import unpaged
from builder.paths import EDGE, RECORDS
from builder.stages.hosts.shared.deployment import TOOLS, Deployment, Hosted, adapter, copy_templates, renderer
from builder.stages.hosts.shared.flag_host import flag_site
from builder.stages.hosts.shared.limits import BYTES_BESIDE_WINDOWS, LESS_DATA, MEBIBYTE, Limit
from builder.stages.hosts.shared.static_files import ANSWER_PATTERN, answer_headers
from builder.types import File

_FUNCTION = "bytes of the function, compressed"

_UPLOADS = "Vercel, limits, static file uploads, hobby plan"

LIMITS: tuple[Limit, ...] = (
    Limit(
        BYTES_BESIDE_WINDOWS,
        100_000_000,
        "Vercel, limits, static file uploads, hobby plan",
        "use smaller [flags] widths",
    ),
    Limit(_FUNCTION, MEBIBYTE, "Vercel, limits of the edge runtime, hobby plan", LESS_DATA),
)


def make(deployment: Deployment) -> Hosted:
    """Make the middleware and the configuration, and the same for a separate flag host.

    The pages are seven times larger than the upload limit, so the middleware joins them from records. The answers
    without a query are uploaded.
    """
    render = renderer(deployment, "vercel")
    revision = deployment.dataset.revision
    files = (
        *adapter(deployment, "vercel", "hosts/vercel/middleware.js", edge=f"./{EDGE}", site="./"),
        *_unpaged_site(deployment),
        render(
            "vercel.json",
            answers=ANSWER_PATTERN,
            headers=dict(answer_headers(revision)),
            options=dict((*common(revision), *OPTIONS)),
            refusal=dict((*common(revision), ("Allow", METHODS), ("Cache-Control", CACHE["error"]))),
        ),
        *adapter(deployment, "vercel", "hosts/vercel/flags/middleware.js", edge=f"./{EDGE}", site="./"),
        *flag_site(deployment, "hosts/vercel/flags"),
        render("stage.sh"),
        *copy_templates("vercel", *TOOLS),
        render("README.md"),
    )
    return Hosted("vercel", files, LIMITS, {_FUNCTION: deployment.compressed})


def _unpaged_site(deployment: Deployment) -> tuple[File, File]:
    return (
        manifest_module("hosts/vercel/manifest.js", unpaged(deployment.manifest, "answers")),
        File.of("hosts/vercel/records.js", f"export {{ records }} from './{RECORDS}';\n".encode()),
    )
