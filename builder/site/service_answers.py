"""The answers of ``/v1/notice`` and ``/health``, which depend on nothing in a request."""

from collections.abc import Iterator, Mapping
from functools import partial

import orjson

from builder import API_VERSION
from builder.api.output_paths import answer_path, public_path
from builder.api.types import Dataset, Entry, JsonObject


def make_service_answers(dataset: Dataset, code: str) -> Mapping[str, bytes]:
    """Return the JSON of each answer by the path of its route; *code* is the version of the code."""
    return {"/v1/notice": orjson.dumps(dataset.notice), "/health": orjson.dumps(_health(dataset, code))}


def service_entries(answers: Mapping[str, bytes]) -> Iterator[Entry]:
    """Yield the file of each of *answers*, which has their JSON by the path of the route."""
    for path, body in answers.items():
        file = answer_path(path)
        yield Entry(f"/{file}", public_path(file), partial(bytes, body), "json")


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
