"""``name-suggestion-index``: official websites by Wikidata item, from which the government's own is chosen."""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from builder.sources.package_archive import Archive
from builder.sources.stored_records import Fact, Facts, StoredRecord

_GOVERNMENT = re.compile(r"(^|[.])(gov|govt|gob|gouv|gub|go|government|admin)([.]|$)")
_PLAIN = re.compile(r"^https?://[a-z0-9.-]+(/[!-~]*)?$")


def read(archive: Archive, known: Mapping[str, StoredRecord]) -> Facts:
    """Read ``enrichment.government.website``.

    The file's order is no rank, so ``choose`` decides: a government's domain goes first, then https, then the shorter.
    """
    items = archive.json("dist/wikidata/wikidata.json")["wikidata"]
    facts: Facts = {}
    for code, record in known.items():
        site = choose(items.get(record.get("kbId", ""), {}).get("officialWebsites", []))
        if site:
            facts[code] = {"enrichment.government.website": Fact(site)}
    return facts


def choose(sites: Sequence[str]) -> str | None:
    """Choose the likeliest government's own of several official websites; ``None`` where no address is well-formed."""
    return min((site for site in sites if _PLAIN.match(site)), key=_rank, default=None)


def _rank(site: str) -> tuple[bool, bool, int, str]:
    parts = urlsplit(site)
    return not _GOVERNMENT.search(parts.netloc), parts.scheme != "https", len(site), site
