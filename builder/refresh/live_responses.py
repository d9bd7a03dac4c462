"""The last answers of live services, stored in ``data/live/``, so that a refresh without a network can use them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from builder.problems import Progress
from builder.refresh.data_files import load_records
from builder.refresh.json_files import read_json
from builder.refresh.readers import nager, wikidata
from builder.refresh.refresh_types import Facts
from builder.refresh.source_list import SourceList
from builder.types import PlausibleBounds

if TYPE_CHECKING:
    from builder.refresh.http_client import Client

Snapshots = Mapping[str, Facts]


@dataclass(frozen=True)
class LiveResult:
    """The answers of live services: facts by service id, notes on failures, and comparisons of holidays."""

    snapshots: Snapshots
    notes: tuple[str, ...]
    comparisons: tuple[nager.Comparison, ...]


def read_snapshots(data: Path, catalog: SourceList) -> Snapshots:
    """Read the stored answers of every service. A service that was never queried has none."""
    return {service.id: _read(data / name_of(service.id)) for service in catalog.services}


def name_of(service: str) -> str:
    """Path of a service's stored answers in ``data/``."""
    return f"live/{service}.json"


def plain(facts: Facts) -> dict[str, Any]:
    """Convert facts to their stored form, in a fixed order."""
    ordered = {code: dict(sorted(facts[code].items())) for code in sorted(facts) if facts[code]}
    converted: dict[str, Any] = TypeAdapter(Facts).dump_python(ordered, by_alias=True)
    return converted


def ask(client: "Client", catalog: SourceList, data: Path, moment: str, progress: Progress) -> LiveResult:
    """Query every live service for the stored records; *moment* (date-time) becomes the date of the facts.

    When a service fails, its stored answers are kept, and a note is added.
    """
    bounds = read_json(data / "reference" / "bounds.json", PlausibleBounds)["figures"]
    records = load_records(data)
    reply = wikidata.collect(
        client, catalog.source(wikidata.SOURCE).endpoint, records, bounds, moment, progress=progress
    )
    old = _read(data / name_of(wikidata.SOURCE))
    comparisons = nager.compare(client, catalog.source(nager.SOURCE).endpoint, records, catalog.holiday_years, progress)
    return LiveResult({wikidata.SOURCE: updated(old, reply)}, tuple(reply.notes), tuple(comparisons))


def updated(old: Facts, reply: wikidata.WikidataResult) -> Facts:
    """Combine a reply with the stored facts: answered fields are replaced, the others are kept."""
    new: Facts = {}
    for code in {*old, *reply.facts}:
        kept = {field: fact for field, fact in old.get(code, {}).items() if (code, field) not in reply.answered}
        new[code] = kept | reply.facts.get(code, {})
    return new


def _read(path: Path) -> Facts:
    return read_json(path, Facts) if path.exists() else {}
