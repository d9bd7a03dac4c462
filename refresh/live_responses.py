"""The last answers of live services, stored in ``data/live/``, so that a refresh without a network can use them."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import TypeAdapter

from builder.dataset_types import PlausibleBounds
from builder.input_errors import Progress
from refresh.data_files import load_records, read_json
from refresh.http_client import Client
from refresh.refresh_types import Facts
from refresh.source_list import SourceList
from refresh.sources import wikidata

# Facts by service id.
Snapshots = Mapping[str, Facts]


def read_snapshots(data: Path, catalog: SourceList) -> Snapshots:
    """Read the stored answers of every service. A service that was never queried has none."""
    paths = {service.id: data / "live" / f"{service.id}.json" for service in catalog.services}
    return {service: read_json(path, Facts) if path.exists() else {} for service, path in paths.items()}


def plain(facts: Facts) -> dict[str, dict[str, object]]:
    """Convert facts to their stored form, in a fixed order."""
    ordered = {code: dict(sorted(facts[code].items())) for code in sorted(facts) if facts[code]}
    converted: dict[str, dict[str, object]] = TypeAdapter(Facts).dump_python(ordered, by_alias=True)
    return converted


def ask(
    client: Client, catalog: SourceList, data: Path, moment: str, progress: Progress
) -> tuple[Snapshots, list[str]]:
    """Query every live service for the stored records; *moment* (date-time) becomes the date of the facts.

    Returns the facts, and notes on failures. When a service fails, its stored answers are kept.
    """
    bounds = read_json(data / "reference" / "bounds.json", PlausibleBounds)["figures"]
    records = load_records(data)
    stored = read_snapshots(data, catalog)[wikidata.SOURCE]
    endpoint = catalog.source(wikidata.SOURCE).endpoint
    facts, notes = wikidata.collect(
        client, endpoint, records, stored, bounds=bounds, fetched_at=moment, progress=progress
    )
    return {wikidata.SOURCE: facts}, notes
