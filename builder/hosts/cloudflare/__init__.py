"""Makes the files for Cloudflare Workers with static assets."""

from pathlib import Path
from urllib.parse import urlsplit

from builder.api.types import Entry
from builder.hosts.cloudflare.rules import MAX_HEADER_RULES, answer_rules, file_rules, redirects, rewrite
from builder.hosts.shared.deployment import TOOLS, Deployment, HostOutput, adapter, renderer
from builder.hosts.shared.limits import CODE_BYTES, FEWER_PAGES, FILE_BYTES, FILES, LESS_DATA, MIB, SMALLER_FILES, Limit
from builder.project.config import Config
from builder.project.site_urls import is_loopback

_PLATFORM = "Cloudflare Workers, platform limits, free plan"
_EXPRESSION = "characters of a URL rewrite rule"
_HEADERS = "Cloudflare Workers, static assets, limits of _headers"
# The folder of error bodies, which have no addresses.
_NEVER_FILES = "/_*"

LIMITS: tuple[Limit, ...] = (
    Limit(FILES, 20_000, _PLATFORM, FEWER_PAGES),
    Limit(FILE_BYTES, 25 * MIB, _PLATFORM, SMALLER_FILES),
    Limit(CODE_BYTES, 64 * MIB, "Cloudflare Workers, platform limits, every plan", LESS_DATA),
    Limit("header rules", MAX_HEADER_RULES, _HEADERS, "use fewer [flags] widths"),
    # The host ignores a rule with a longer line, and so the headers of the rule.
    Limit("characters of a line of the header rules", 2000, _HEADERS, "use shorter origins in cdn_url and docs_url"),
    Limit("redirects", 2000, "Cloudflare Workers, static assets, limits of _redirects, static redirects", LESS_DATA),
    Limit("URL rewrite rules", 10, "Cloudflare, Transform Rules, availability, free plan", "declare fewer routes"),
    Limit(_EXPRESSION, 4096, "Cloudflare, Rules language, maximum length of an expression", LESS_DATA),
)


def make(deployment: Deployment) -> HostOutput:
    """Make the Worker, its configuration and its rules."""
    render = renderer(deployment, "cloudflare")
    rules_of_files = file_rules(deployment)
    rules_of_answers = answer_rules(deployment, MAX_HEADER_RULES - len(rules_of_files))
    unruled = rules_of_answers.left_out
    rules = [*rules_of_files, *rules_of_answers.rules]
    redirect_rules = redirects(deployment)
    rewrites = rewrite(deployment, unruled)
    files = (
        adapter("cloudflare"),
        render("wrangler.jsonc", worker_first=(_NEVER_FILES,), domains=_domains(deployment.site.config)),
        render("_headers", rules=rules),
        render("_redirects", rules=redirect_rules),
        render("rewrite.json", ruleset={"rules": rewrites}),
        *map(render, ("stage.sh", *TOOLS, "rewrite.tf")),
        Entry.of("hosts/cloudflare/rewrite.js", Path(__file__).with_name("rewrite.js").read_bytes()),
        render("README.md", unruled=unruled),
    )
    lines = [f"  {name}: {value}" for rule in rules for name, value in rule.headers]
    used = {
        CODE_BYTES: deployment.size,
        "header rules": len(rules),
        "characters of a line of the header rules": max(map(len, lines), default=0),
        "redirects": len(redirect_rules),
        "URL rewrite rules": len(rewrites),
        _EXPRESSION: max(len(rule["expression"]) for rule in rewrites),
    }
    return HostOutput("cloudflare", files, LIMITS, used)


def _domains(config: Config) -> list[str]:
    """List the domains of the API and of a separate flag host, except domains that cannot be in a zone of the owner."""
    urls = (config.base_url, *([config.cdn] if config.has_flag_host else []))
    hosts = [urlsplit(url).hostname or "" for url in urls if not is_loopback(url)]
    # An IP address is no domain.
    names = [host for host in hosts if "." in host and ":" not in host and not host.replace(".", "").isdigit()]
    return [name for name in names if not name.endswith(".workers.dev")]
