"""Cloudflare Workers with static assets."""

from builder.paths import PUBLIC
from builder.stages.hosts.shared.deployment import TOOLS, Deployment, Hosted, adapter, copy_templates, renderer
from builder.stages.hosts.shared.flag_host import flag_site
from builder.stages.hosts.shared.limits import (
    FEWER_PAGES,
    FILE_BYTES,
    FILES,
    LESS_DATA,
    MEBIBYTE,
    SMALLER_FILES,
    Limit,
)
from builder.stages.hosts.shared.static_files import ANSWER_FILES, ANSWER_FOLDER, answer_headers

_PLATFORM = "Cloudflare Workers, platform limits, free plan"
_HEADERS = "Cloudflare Workers, static assets, limits of _headers"
_ROUTING = "Cloudflare Workers, configuration of static assets"
_FUNCTION = "bytes of the function, compressed"
_HEADER_RULES = "header rules"
_HEADER_LINE = "characters of a line of the header rules"
_ROUTING_RULES = "rules of run_worker_first"
_ROUTING_RULE = "characters of a rule of run_worker_first"

LIMITS: tuple[Limit, ...] = (
    Limit(FILES, 20_000, _PLATFORM, FEWER_PAGES),
    Limit(FILE_BYTES, 25 * MEBIBYTE, _PLATFORM, SMALLER_FILES),
    Limit(_FUNCTION, 3 * MEBIBYTE, _PLATFORM, LESS_DATA),
    Limit(_HEADER_RULES, 100, _HEADERS, "use fewer [flags] widths"),
    # The host ignores a longer rule, and its headers.
    Limit(_HEADER_LINE, 2000, _HEADERS, "use shorter origins in cdn_url and docs_url"),
    Limit(_ROUTING_RULES, 100, _ROUTING, "use fewer [flags] widths"),
    Limit(_ROUTING_RULE, 99, _ROUTING, "use shorter names of documents"),
)


def make(deployment: Deployment) -> Hosted:
    """Make the Worker, its configuration and the header rules, and the same for a separate flag host."""
    render = renderer(deployment, "cloudflare")
    folders = deployment.image_folders
    first = _run_first(deployment, [ANSWER_FOLDER, *(folder.path for folder in folders)])
    answered = answer_headers(deployment.dataset.revision)
    rules = [(f"{folder.path}/*", folder.headers) for folder in folders]
    rules += [(path, answered) for path in (f"{ANSWER_FOLDER}/*", *ANSWER_FILES)]
    files = (
        *adapter(deployment, "cloudflare", "hosts/cloudflare/worker.js"),
        render("wrangler.jsonc", first=first),
        render("_headers", rules=rules),
        *adapter(deployment, "cloudflare", "hosts/cloudflare/flags/worker.js", site="./"),
        *flag_site(deployment, "hosts/cloudflare/flags"),
        render("flags/wrangler.jsonc"),
        render("flags/_headers", rules=[rule for rule in rules if rule[0].startswith("/flags/")]),
        render("stage.sh"),
        *copy_templates("cloudflare", *TOOLS),
        render("README.md", folders=folders),
    )
    lines = [f"  {name}: {value}" for _, headers in rules for name, value in headers]
    used = {
        _FUNCTION: deployment.compressed,
        _HEADER_RULES: len(rules),
        _HEADER_LINE: max(map(len, lines), default=0),
        _ROUTING_RULES: len(first),
        _ROUTING_RULE: max(map(len, first)),
    }
    return Hosted("cloudflare", files, LIMITS, used)


def _run_first(deployment: Deployment, folders: list[str]) -> list[str]:
    """List the paths of files that the function must answer.

    Without a rule the host serves an existing file, and calls the function for other paths.
    """
    files = [asset.file.path.removeprefix(PUBLIC) for asset in deployment.assets]
    alone = tuple(f"{folder}/" for folder in folders)
    others = [file for file in files if f"/{file}" not in ANSWER_FILES and not f"/{file}".startswith(alone)]
    tops = {f"/{file.partition('/')[0]}/*" if "/" in file else f"/{file}" for file in others}
    return ["/_*", *sorted(tops)]
