"""``name-suggestion-index``: official websites by Wikidata item. The government's own website is chosen from them."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Fact, Facts

_GOVERNMENT = re.compile(r"(^|[.])(gov|govt|gob|gouv|gub|go|government|admin)([.]|$)")
_PLAIN = re.compile(r"^https?://[a-z0-9.-]+(/[!-~]*)?$")


def read(archive: Archive, inputs: Inputs) -> Facts:
    """Read ``enrichment.government.website``: the best of the websites of the country, see ``choose``."""
    items = archive.json("dist/wikidata/wikidata.json")["wikidata"]
    facts: Facts = {}
    for code, record in inputs.records.items():
        site = choose(items.get(record.get("kbId", ""), {}).get("officialWebsites", []))
        if site:
            facts[code] = {"enrichment.government.website": Fact(site)}
    return facts


def choose(sites: Sequence[str]) -> str | None:
    """Choose the most likely government website; ``None`` when no URL is well-formed."""
    return min((site for site in sites if _PLAIN.match(site)), key=_rank, default=None)


def _rank(site: str) -> tuple[bool, bool, int, str]:
    parts = urlsplit(site)
    return not _GOVERNMENT.search(parts.netloc), parts.scheme != "https", len(site), site
