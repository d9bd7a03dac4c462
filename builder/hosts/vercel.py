"""Vercel: routing middleware first, and files."""

import orjson

from builder.hosts.deployment import Deployment, Hosted, adapter, flag_site, renderer
from builder.hosts.direct import direct_folders
from builder.hosts.limits import LESS_DATA, MEBIBYTE, Limit, compressed
from builder.values import File

_FUNCTION = "bytes of the function, compressed"
_ROUTES = "routes"
_UPLOAD = "bytes of all files but pages"

LIMITS: tuple[Limit, ...] = (
    Limit(_UPLOAD, 100_000_000, "Vercel, limits, static file uploads, hobby plan", "name smaller [flags] widths"),
    Limit(_FUNCTION, MEBIBYTE, "Vercel, limits of the edge runtime, hobby plan", LESS_DATA),
    Limit(_ROUTES, 1024, "Vercel, limits, routes of a deployment", "name fewer [flags] widths"),
)


def make(deployment: Deployment) -> Hosted:
    """Make the middleware, the configuration, and the same for a flag host of its own.

    The pages would be seven times what may be uploaded, so the middleware joins every page from its records.
    """
    render = renderer(deployment, "vercel")
    folders = direct_folders(deployment.manifest)
    flags = [folder for folder in folders if folder.path.startswith("/flags/")]
    files = (
        *adapter(deployment, "vercel.js", "hosts/vercel/middleware.js", edge="./edge/", site="./"),
        *_unpaged_site(deployment),
        render("vercel.json", folders=[(folder.path, folder.headers) for folder in folders]),
        *adapter(deployment, "vercel.js", "hosts/vercel/flags/middleware.js", edge="./edge/", site="./"),
        *flag_site(deployment, "hosts/vercel/flags"),
        render("flags/vercel.json", folders=[(folder.path.removeprefix("/flags"), folder.headers) for folder in flags]),
        render("stage.sh"),
        render("README.md"),
    )
    records = 2 * sum(len(record.body) for record in deployment.dataset.records)
    used = {
        _UPLOAD: records + sum(asset.file.size for asset in deployment.assets),
        _FUNCTION: compressed(deployment.edge),
        _ROUTES: len(folders),
    }
    return Hosted("vercel", files, LIMITS, used)


def _unpaged_site(deployment: Deployment) -> tuple[File, File]:
    unpaged = {**deployment.manifest, "policy": {"limits": [], "catalogLimits": [], "offsets": "aligned"}}
    return (
        File.of("hosts/vercel/manifest.js", b"export const manifest = %b;\n" % orjson.dumps(unpaged)),
        File.of("hosts/vercel/records.js", b"export { records } from './edge/records.js';\n"),
    )
