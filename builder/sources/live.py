"""What live sources said when last asked: kept in ``data/live/``, lest a refresh without a network forget it."""

import json
from pathlib import Path
from typing import Any

from builder.sources.facts import Fact, Facts
from builder.sources.wikidata import Reply

Snapshot = dict[str, dict[str, dict[str, Any]]]


def read_snapshot(path: Path) -> Facts:
    """Read a snapshot as facts; none where the source was never asked."""
    if not path.exists():
        return {}
    stored: Snapshot = json.loads(path.read_text("utf-8"))
    return {
        code: {field: Fact(entry["value"], entry["asOf"], entry["fetchedAt"]) for field, entry in fields.items()}
        for code, fields in stored.items()
    }


def updated(old: Facts, reply: Reply) -> Snapshot:
    """Lay a reply over what was known: an answered field is what the reply says, an unanswered one what it was."""
    new: Snapshot = {}
    for code in sorted({*old, *reply.facts}):
        kept = {field: fact for field, fact in old.get(code, {}).items() if (code, field) not in reply.answered}
        fields = kept | reply.facts.get(code, {})
        if fields:
            new[code] = {field: _entry(fields[field]) for field in sorted(fields)}
    return new


def _entry(fact: Fact) -> dict[str, Any]:
    return {"value": fact.value, "asOf": fact.as_of, "fetchedAt": fact.fetched_at}
