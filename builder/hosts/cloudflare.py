"""Cloudflare Workers with static assets."""

from builder.hosts.deployment import Deployment, Hosted, adapter, flag_site, renderer
from builder.hosts.direct import direct_folders
from builder.hosts.limits import FEWER_PAGES, FILE_BYTES, FILES, LESS_DATA, MEBIBYTE, SMALLER_FILES, Limit, compressed

_PLATFORM = "Cloudflare Workers, platform limits, free plan"
_HEADERS = "Cloudflare Workers, static assets, limits of _headers"
_FUNCTION = "bytes of the function, compressed"
_HEADER_RULES = "header rules"
_ROUTING_RULES = "rules of run_worker_first"

LIMITS: tuple[Limit, ...] = (
    Limit(FILES, 20_000, _PLATFORM, FEWER_PAGES),
    Limit(FILE_BYTES, 25 * MEBIBYTE, _PLATFORM, SMALLER_FILES),
    Limit(_FUNCTION, 3 * MEBIBYTE, _PLATFORM, LESS_DATA),
    Limit(_HEADER_RULES, 100, _HEADERS, "name fewer [flags] widths"),
    Limit(_ROUTING_RULES, 100, "Cloudflare Workers, configuration of static assets", "name fewer [flags] widths"),
)


def make(deployment: Deployment) -> Hosted:
    """Make the Worker, its configuration, the header rules and the same for a flag host of its own."""
    render = renderer(deployment, "cloudflare")
    folders = direct_folders(deployment.manifest)
    first = ["/*", *(f"!{folder.path}/*" for folder in folders)]
    flag_folders = [folder.path.removeprefix("/flags") for folder in folders if folder.path.startswith("/flags/")]
    files = (
        *adapter(deployment, "cloudflare.js", "hosts/cloudflare/worker.js"),
        render("wrangler.jsonc", first=first),
        render("_headers", folders=folders),
        *adapter(deployment, "cloudflare.js", "hosts/cloudflare/flags/worker.js", "./"),
        *flag_site(deployment, "hosts/cloudflare/flags"),
        render("flags/wrangler.jsonc", first=["/*", *(f"!{path}/*" for path in flag_folders)]),
        render("flags/_headers", folders=[folder for folder in folders if folder.path.startswith("/flags/")]),
        render("stage.sh"),
        render("README.md", folders=folders),
    )
    used = {_FUNCTION: compressed(deployment.edge), _HEADER_RULES: len(folders), _ROUTING_RULES: len(first)}
    return Hosted("cloudflare", files, LIMITS, used)
