"""``name-suggestion-index``: official websites by Wikidata item, from which the government's own is chosen."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from builder.sources.archive import Archive
from builder.sources.facts import Fact, Facts, Record

_GOVERNMENT = re.compile(r"(^|[.])(gov|govt|gob|gouv|gub|go|government|admin)([.]|$)")
_PLAIN = re.compile(r"^https?://[a-z0-9.-]+(/[!-~]*)?$")


def read(archive: Archive, known: Mapping[str, Record]) -> Facts:
    """Read ``enrichment.government.website``.

    The file's order is no rank: a government's domain goes first, then https, then the shorter address.
    """
    items = archive.json("dist/wikidata/wikidata.json")["wikidata"]
    facts: Facts = {}
    for code, record in known.items():
        sites = [
            site for site in items.get(record.get("kbId", ""), {}).get("officialWebsites", []) if _PLAIN.match(site)
        ]
        if sites:
            facts[code] = {"enrichment.government.website": Fact(min(sites, key=_rank))}
    return facts


def _rank(site: str) -> tuple[bool, bool, int, str]:
    parts = urlsplit(site)
    return not _GOVERNMENT.search(parts.netloc), parts.scheme != "https", len(site), site
