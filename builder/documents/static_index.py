"""Makes ``/v1/index.json``: every static address, and the folder of its windows."""

import orjson

from builder.output_paths import key_segment
from builder.site.site import Site
from builder.types import SCHEMA_VERSION, JsonObject


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
