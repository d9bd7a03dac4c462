"""Makes the notice and the health answer."""

import orjson

from builder import API_VERSION
from builder.output_paths import HEALTH, NOTICE, public_path
from builder.types import Asset, Dataset, File, JsonObject


def make_meta(dataset: Dataset) -> tuple[Asset, ...]:
    """Make ``/v1/notice`` and ``/health``."""
    return (
        Asset("/v1/notice", File.of(public_path(NOTICE), orjson.dumps(dataset.notice)), "json"),
        Asset("/health", File.of(public_path(HEALTH), orjson.dumps(_health(dataset))), "json"),
    )


def _health(dataset: Dataset) -> JsonObject:
    checks: dict[str, list[dict[str, object]]] = {
        "dataset:records": [
            {
                "componentType": "datastore",
                "observedValue": len(dataset.records),
                "observedUnit": "records",
                "status": "pass",
            }
        ],
        "dataset:revision": [{"componentType": "datastore", "observedValue": dataset.revision, "status": "pass"}],
    }
    for source in dataset.sources["sources"]:
        checks[f"source:{source['id']}"] = [
            {
                "componentType": "component",
                "observedValue": source["version"],
                "status": "pass",
                "time": f"{source['date']}T00:00:00Z",
            }
        ]
    return {
        "status": "pass",
        "version": API_VERSION,
        "releaseId": dataset.revision,
        "description": "Country records as a static site. A static file cannot detect an outage: this is the state of "
        "the dataset when the site was built.",
        "checks": checks,
    }
