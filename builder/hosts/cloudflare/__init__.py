"""Makes the files for Cloudflare Workers with static assets."""

from pathlib import Path
from urllib.parse import urlsplit

from builder.api.types import Entry
from builder.hosts.cloudflare.rules import MAX_HEADER_RULES, answer_rules, flag_headers, redirects, rewrite
from builder.hosts.shared.deployment import TOOLS, Deployment, Hosted, adapter, renderer
from builder.hosts.shared.limits import FEWER_PAGES, FILE_BYTES, FILES, LESS_DATA, MEBIBYTE, SMALLER_FILES, Limit
from builder.project.config import Config
from builder.project.site_urls import is_loopback

_PLATFORM = "Cloudflare Workers, platform limits, free plan"
_HEADERS = "Cloudflare Workers, static assets, limits of _headers"
# The folder of error bodies, which have no addresses.
_NEVER_FILES = "/_*"

LIMITS: tuple[Limit, ...] = (
    Limit(FILES, 20_000, _PLATFORM, FEWER_PAGES),
    Limit(FILE_BYTES, 25 * MEBIBYTE, _PLATFORM, SMALLER_FILES),
    Limit("bytes of the function", 64 * MEBIBYTE, "Cloudflare Workers, platform limits, every plan", LESS_DATA),
    Limit("header rules", MAX_HEADER_RULES, _HEADERS, "use fewer [flags] widths"),
    # The host ignores a rule with a longer line, and so its headers.
    Limit("characters of a line of the header rules", 2000, _HEADERS, "use shorter origins in cdn_url and docs_url"),
    Limit("redirects", 2000, "Cloudflare Workers, static assets, limits of _redirects, static redirects", LESS_DATA),
    Limit("URL rewrite rules", 10, "Cloudflare, Transform Rules, availability, free plan", "declare fewer routes"),
    Limit(
        "characters of a URL rewrite rule",
        4096,
        "Cloudflare, Rules language, maximum length of an expression",
        LESS_DATA,
    ),
)


def make(deployment: Deployment) -> Hosted:
    """Make the Worker, its configuration and its rules."""
    render = renderer(deployment, "cloudflare")
    folders = deployment.image_folders
    flags = flag_headers(deployment)
    of_answers = answer_rules(deployment, MAX_HEADER_RULES - len(flags))
    unruled = of_answers.left_out
    rules = [*flags, *of_answers.rules]
    moved = redirects(deployment)
    ruleset = rewrite(deployment, unruled)
    files = (
        adapter("cloudflare"),
        render("wrangler.jsonc", first=(_NEVER_FILES,), domains=_domains(deployment.site.config)),
        render("_headers", rules=rules),
        render("_redirects", rules=moved),
        render("rewrite.json", ruleset=ruleset),
        *map(render, ("stage.sh", *TOOLS, "rewrite.tf")),
        Entry.of("hosts/cloudflare/rewrite.js", Path(__file__).with_name("rewrite.js").read_bytes()),
        render("README.md", folders=folders, unruled=unruled),
    )
    lines = [f"  {name}: {value}" for rule in rules for name, value in rule.headers]
    used = {
        "bytes of the function": deployment.size,
        "header rules": len(rules),
        "characters of a line of the header rules": max(map(len, lines), default=0),
        "redirects": len(moved),
        "URL rewrite rules": len(ruleset["rules"]),
        "characters of a URL rewrite rule": max(len(rule["expression"]) for rule in ruleset["rules"]),
    }
    return Hosted("cloudflare", files, LIMITS, used)


def _domains(config: Config) -> list[str]:
    """List the custom domains: of the API, and of the flags if they have their own host."""
    urls = (config.base_url, *([config.cdn] if config.has_flag_host else []))
    return [name for name in map(_domain, urls) if name]


def _domain(url: str) -> str:
    """Return the custom domain of a URL; empty for a host that cannot be in a zone of an account."""
    host = urlsplit(url).hostname or ""
    is_outside = host.endswith(".workers.dev") or is_loopback(url) or host.replace(".", "").isdigit() or ":" in host
    return "" if is_outside or "." not in host else host
