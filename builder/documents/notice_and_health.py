"""Makes the notice and the health answer."""

import orjson

from builder import API_VERSION
from builder.output_paths import HEALTH, NOTICE, public_path
from builder.types import Asset, Dataset, File, JsonObject


def make_meta(dataset: Dataset, code: str) -> tuple[Asset, ...]:
    """Make ``/v1/notice`` and ``/health``; *code* is the version of the code, as in the manifest."""
    return (
        Asset("/v1/notice", File.of(public_path(NOTICE), orjson.dumps(dataset.notice)), "json"),
        Asset("/health", File.of(public_path(HEALTH), orjson.dumps(_health(dataset, code))), "json"),
    )


def release_id(revision: str, code: str) -> str:
    """Name a release: the *revision* of its dataset, and the beginning of the version of its *code*."""
    return f"{revision}-{code[:8]}"


def _health(dataset: Dataset, code: str) -> JsonObject:
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
        "releaseId": release_id(dataset.revision, code),
        "description": "Country records as a static site. A static file cannot detect an outage: this is the state of "
        "the dataset when the site was built.",
        "checks": checks,
    }
