"""What live services said when last asked: kept in ``data/live/``, so that a refresh without a network keeps it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.problems import Progress
from builder.sources.data_files import load_records
from builder.sources.http_client import Client
from builder.sources.readers import nager, wikidata
from builder.sources.source_list import SourceList
from builder.sources.stored_records import Fact, Facts

Snapshots = Mapping[str, Facts]


@dataclass(frozen=True)
class Asked:
    """What live services said: facts by service id, what went wrong, and how another calendar compares."""

    snapshots: Snapshots
    notes: tuple[str, ...]
    comparisons: tuple[nager.Comparison, ...]


def read_snapshots(data: Path, catalog: SourceList) -> Snapshots:
    """Read what is kept of every service; nothing of one that was never asked."""
    return {service.id: _read(data / name_of(service.id)) for service in catalog.services}


def name_of(service: str) -> str:
    """Path of a service's snapshot below ``data/``."""
    return f"live/{service}.json"


def plain(facts: Facts) -> dict[str, Any]:
    """Give facts the form in which they are kept, in a fixed order."""
    return {
        code: {field: _entry(facts[code][field]) for field in sorted(facts[code])}
        for code in sorted(facts)
        if facts[code]
    }


def ask(client: Client, catalog: SourceList, data: Path, moment: str, progress: Progress) -> Asked:
    """Ask every service of the catalog about the stored records; *moment* (date-time) becomes the date of their facts.

    A service that fails leaves what is kept, and a note.
    """
    bounds = json.loads((data / "reference" / "bounds.json").read_text("utf-8"))["figures"]
    records = load_records(data)
    reply = wikidata.collect(
        client, catalog.source(wikidata.SOURCE).endpoint, records, bounds, moment, progress=progress
    )
    old = _read(data / name_of(wikidata.SOURCE))
    comparisons = nager.compare(client, catalog.source(nager.SOURCE).endpoint, records, catalog.holiday_years, progress)
    return Asked({wikidata.SOURCE: updated(old, reply)}, tuple(reply.notes), tuple(comparisons))


def updated(old: Facts, reply: wikidata.Reply) -> Facts:
    """Lay a reply over what was known: an answered field is what the reply says, an unanswered one what it was."""
    new: Facts = {}
    for code in {*old, *reply.facts}:
        kept = {field: fact for field, fact in old.get(code, {}).items() if (code, field) not in reply.answered}
        new[code] = kept | reply.facts.get(code, {})
    return new


def _read(path: Path) -> Facts:
    if not path.exists():
        return {}
    stored = json.loads(path.read_text("utf-8"))
    return {
        code: {field: Fact(entry["value"], entry["asOf"], entry["fetchedAt"]) for field, entry in fields.items()}
        for code, fields in stored.items()
    }


def _entry(fact: Fact) -> dict[str, Any]:
    return {"value": fact.value, "asOf": fact.as_of, "fetchedAt": fact.fetched_at}
