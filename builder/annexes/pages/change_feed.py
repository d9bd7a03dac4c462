"""Makes the feeds of what each refresh changed, from the files in ``data/changes/``."""

from collections.abc import Iterator, Sequence
from functools import partial

import orjson
from markupsafe import escape

from builder.annexes.pages.changes import KINDS, Change, Kind, by_day, changes_of
from builder.config import Config
from builder.dataset_types import ChangesFile
from builder.documents.document import Document
from builder.documents.document_data import DocumentData
from builder.output_paths import DOCS_FOLDER
from builder.types import SCHEMA_VERSION, Dataset, JsonObject

# Changes of one kind and one refresh in a feed; the JSON file has all of them.
_MOST = 50


def changes_json(changes: Sequence[ChangesFile], described: Sequence[Change], revision: str) -> bytes:
    """Write ``changes.json``: every change with its values, and with its description where a page shows it.

    ``tables`` names the columns of tables with values that changed, and their number.
    """
    known = {(change.date, change.code, change.field): change for change in described}
    every = []
    for entry in changes:
        for change in entry["changes"]:
            row: JsonObject = {"date": entry["date"], **change}
            # A member that came or went is described with the whole list: languages.tuk with languages.
            date, code, field = entry["date"], change["cca2"], change["field"]
            if one := known.get((date, code, field)) or known.get((date, code, field.partition(".")[0])):
                row |= {"kind": one.kind.id, "text": one.text, "anchor": one.anchor}
            every.append(row)
    whole: JsonObject = {"kind": "changes", "schemaVersion": SCHEMA_VERSION, "revision": revision, "changes": every}
    tables = [{"date": entry["date"], **change} for entry in changes for change in entry.get("tables", ())]
    whole |= {"tables": tables} if tables else {}
    return orjson.dumps(whole)


def change_documents(data: DocumentData) -> Iterator[Document]:
    """Yield the file of changes, and the feeds of all and of each kind."""
    dataset, changes = data.site.dataset, data.kept(changes_of)
    yield Document(
        f"/{DOCS_FOLDER}/changes.json", "json", lambda: changes_json(dataset.changes, changes, dataset.revision)
    )
    yield from feed_documents(changes, dataset, data.site.config)


def feed_documents(changes: Sequence[Change], dataset: Dataset, config: Config) -> Iterator[Document]:
    """Yield the feeds of all changes, and of each kind of changes."""
    updated = str(dataset.sources.get("fetchedAt", "1970-01-01T00:00:00Z"))
    feeds = [("changes", "changes of the dataset", changes)]
    feeds += [
        (f"changes/{kind.id}", kind.title.lower(), [change for change in changes if change.kind == kind])
        for kind in KINDS
    ]
    for name, title, found in feeds:
        yield Document(f"/{DOCS_FOLDER}/{name}.atom", "atom", partial(_feed, name, title, found, updated, config))


def _feed(name: str, title: str, changes: Sequence[Change], updated: str, config: Config) -> bytes:
    """Write a feed (RFC 4287) with an entry for each refresh."""
    page = f"{escape(config.docs)}/changes.html"
    moment = f"{changes[0].date}T00:00:00Z" if changes else updated
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>{escape(config.repository_url)}#{name}</id>",
        f"<title>Country Reference: {escape(title)}</title>",
        f"<updated>{moment}</updated>",
        "<author><name>Country Reference</name></author>",
        f'<link rel="self" type="application/atom+xml" href="{escape(config.docs)}/{name}.atom"/>',
        f'<link rel="alternate" type="text/html" href="{page}"/>',
    ]
    for day, kinds in by_day(changes):
        count = sum(len(found) for _, found in kinds)
        first = kinds[0][1][0]
        lines += [
            "<entry>",
            f"<id>{escape(config.repository_url)}#{name}-{day}</id>",
            f"<title>{escape(_heading(first, count))}</title>",
            f"<updated>{day}T00:00:00Z</updated>",
            f'<link rel="alternate" type="text/html" href="{page}#on-{day}"/>',
            f'<content type="html">{escape(_content(kinds, page))}</content>',
            "</entry>",
        ]
    return ("\n".join([*lines, "</feed>"]) + "\n").encode()


def _heading(first: Change, count: int) -> str:
    more = f", and {count - 1} more" if count > 1 else ""
    return f"{first.country}, {first.text}{more}"


def _content(kinds: Sequence[tuple[Kind, Sequence[Change]]], page: str) -> str:
    parts = []
    for kind, changes in kinds:
        shown = "".join(
            f'<li><a href="{page}#{change.anchor}">{escape(change.country)}</a>, {escape(change.text)}.'
            f"{f' {escape(change.source)}.' if change.source else ''}</li>"
            for change in changes[:_MOST]
        )
        more = f"<p>And {len(changes) - _MOST} more.</p>" if len(changes) > _MOST else ""
        parts.append(f"<h2>{escape(kind.title)}</h2><ul>{shown}</ul>{more}")
    return "".join(parts)
