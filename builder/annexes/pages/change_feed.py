"""Makes the feed and the file of what each refresh changed, from the files in ``data/changes/``."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import orjson
from markupsafe import escape

from builder.annexes.pages.changes import Change, changes_of
from builder.config import Config
from builder.dataset_types import ChangesFile
from builder.documents.document import Document
from builder.documents.document_data import DocumentData
from builder.output_paths import DOCS_FOLDER
from builder.types import SCHEMA_VERSION, Dataset, JsonObject

# Changes of one refresh in the feed; the JSON file has all of them.
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
    """Yield the file of changes, and their feed."""
    site, changes = data.site, data.kept(changes_of)
    dataset = site.dataset
    yield Document(
        f"/{DOCS_FOLDER}/changes.json", "json", lambda: changes_json(dataset.changes, changes, dataset.revision)
    )
    yield Document(f"/{DOCS_FOLDER}/changes.atom", "atom", lambda: feed(changes, dataset, site.config))


def feed(changes: Sequence[Change], dataset: Dataset, config: Config) -> bytes:
    """Write the feed (RFC 4287) with an entry for each refresh, whose most important changes it lists."""
    page, identity = f"{escape(config.docs)}/changes.html", f"{escape(config.repository_url)}#changes"
    fetched = dataset.sources.get("fetchedAt", "1970-01-01T00:00:00Z")
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>{identity}</id>",
        "<title>Country Reference: changes of the dataset</title>",
        f"<updated>{f'{changes[0].date}T00:00:00Z' if changes else fetched}</updated>",
        "<author><name>Country Reference</name></author>",
        f'<link rel="self" type="application/atom+xml" href="{escape(config.docs)}/changes.atom"/>',
        f'<link rel="alternate" type="text/html" href="{page}"/>',
    ]
    for day, group in groupby(changes, key=lambda change: change.date):
        first, *others = group
        more = f", and {len(others)} more" if others else ""
        shown = "".join(
            f'<li><a href="{page}#{change.anchor}">{escape(change.country)}</a>, {escape(change.text)}.</li>'
            for change in (first, *others)[:_MOST]
        )
        lines += [
            "<entry>",
            f"<id>{identity}-{day}</id>",
            f"<title>{escape(f'{first.country}, {first.text}{more}')}</title>",
            f"<updated>{day}T00:00:00Z</updated>",
            f'<link rel="alternate" type="text/html" href="{page}#on-{day}"/>',
            f'<content type="html">{escape(f"<ul>{shown}</ul>")}</content>',
            "</entry>",
        ]
    return ("\n".join([*lines, "</feed>"]) + "\n").encode()
