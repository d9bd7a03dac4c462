"""Makes what the service says of itself: notice, health, index of static addresses, and the generic error bodies."""

import orjson

from builder import API_VERSION
from builder.api.parameters import MAX_TARGET
from builder.output_paths import HEALTH, NOTICE, error_path, key_segment, public_path
from builder.site.site import Site
from builder.types import SCHEMA_VERSION, Asset, Dataset, File, JsonObject

ERRORS = {
    400: "The request is malformed: check the percent-encoding of the path and the query.",
    404: "There is nothing at this URL; /llms.txt lists every route.",
    405: "The method is not allowed; use GET, HEAD or OPTIONS.",
    414: f"The request target is too long; at most {MAX_TARGET} bytes are read.",
    500: "The service failed to answer; the fault is ours.",
}


def error_files() -> tuple[File, ...]:
    """Make the body of each error."""
    return tuple(
        File.of(public_path(error_path(status)), orjson.dumps({"message": message, "status": status}))
        for status, message in ERRORS.items()
    )


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


def static_index(site: Site) -> bytes:
    """Make the index: for each route and key, the number of matches, and the folder of the windows if it has several.

    A key is a path segment. A value that is given in the query follows after a slash.
    """
    routes: dict[str, JsonObject] = {}
    for row in site.answers:
        if row.route.static and (row.file or row.query):
            entry: JsonObject = {"total": len(row.members)}
            if row.folder and len(row.members) > 1:
                entry["windows"] = f"/{row.folder}"
            value = row.query.partition("=")[2]
            key = "/".join(filter(None, (key_segment(row.key), value)))
            routes.setdefault(row.route.path, {})[key] = entry
    index = {
        "kind": "index",
        "schemaVersion": SCHEMA_VERSION,
        "revision": site.dataset.revision,
        "routes": routes,
    }
    return orjson.dumps(index)
