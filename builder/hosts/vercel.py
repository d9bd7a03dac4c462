"""Vercel: routing middleware first, and files."""

from builder.hosts.deployment import Deployment, Hosted, adapter, flag_site, renderer
from builder.hosts.direct import direct_folders
from builder.hosts.limits import FILE_BYTES, LESS_DATA, MEBIBYTE, SMALLER_FILES, Limit, compressed

_FUNCTION = "bytes of the function, compressed"
_ROUTES = "routes"

LIMITS: tuple[Limit, ...] = (
    Limit(FILE_BYTES, 100 * MEBIBYTE, "Vercel, limits of deployments, hobby plan", SMALLER_FILES),
    Limit(_FUNCTION, MEBIBYTE, "Vercel, limits of the edge runtime, hobby plan", LESS_DATA),
    Limit(_ROUTES, 1024, "Vercel, limits of project configuration", "name fewer [flags] widths"),
)


def make(deployment: Deployment) -> Hosted:
    """Make the middleware, the configuration, and the same for a flag host of its own."""
    render = renderer(deployment, "vercel")
    folders = direct_folders(deployment.manifest)
    flags = [folder for folder in folders if folder.path.startswith("/flags/")]
    files = (
        *adapter(deployment, "vercel.js", "hosts/vercel/source/middleware.js"),
        render("vercel.json", folders=[(folder.path, folder.headers) for folder in folders]),
        render("package.json"),
        *adapter(deployment, "vercel.js", "hosts/vercel/flags/source/middleware.js", "./"),
        *flag_site(deployment, "hosts/vercel/flags/source"),
        render("flags/vercel.json", folders=[(folder.path.removeprefix("/flags"), folder.headers) for folder in flags]),
        render("flags/package.json"),
        render("README.md"),
    )
    return Hosted("vercel", files, LIMITS, {_FUNCTION: compressed(deployment.edge), _ROUTES: len(folders)})
