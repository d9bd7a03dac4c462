"""Makes ``/v1/index.json``: every static address, and the folder of its windows."""

from typing import NotRequired, TypedDict

import orjson

from builder.answer_row import AnswerRow
from builder.paths import INDEX, key_segment, public_path
from builder.stages.documents.document_data import DocumentData
from builder.types import SCHEMA_VERSION, Asset, File


class IndexEntry(TypedDict):
    """A static address: the number of matches, and the folder of its windows if there are several."""

    total: int
    windows: NotRequired[str]


def make(site: DocumentData) -> tuple[Asset, ...]:
    """Make the index: for each route and key, the number of matches and the folder of the windows."""
    routes: dict[str, dict[str, IndexEntry]] = {}
    for row in site.answers:
        if row.route.static and (row.file or row.query):
            routes.setdefault(row.route.path, {})[_key(row)] = _entry(row)
    index = {
        "kind": "index",
        "schemaVersion": SCHEMA_VERSION,
        "revision": site.dataset.revision,
        "routes": routes,
    }
    return (Asset(f"/{INDEX}", File.of(public_path(INDEX), orjson.dumps(index)), "json"),)


def _entry(row: AnswerRow) -> IndexEntry:
    entry: IndexEntry = {"total": len(row.members)}
    if row.folder and len(row.members) > 1:
        entry["windows"] = f"/{row.folder}"
    return entry


def _key(row: AnswerRow) -> str:
    """Return the key as a path segment. A value that is given in the query follows after a slash."""
    value = row.query.partition("=")[2]
    return "/".join(filter(None, (key_segment(row.key), value)))
