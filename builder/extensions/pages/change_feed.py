"""Says what refreshes changed, by day and field: for a page, a feed and a JSON file."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import orjson
from markupsafe import escape

from builder.api.dataset_types import ChangesFile, FieldChange
from builder.api.metrics import Metric
from builder.api.number_format import rounded
from builder.api.output_paths import DOCS_FOLDER
from builder.api.types import SCHEMA_VERSION, Dataset, Entry, JsonObject
from builder.documents.document import document
from builder.documents.document_data import DocumentData
from builder.extensions.tables.labels_and_columns import list_fields
from builder.project.config import Config

_LABELS = {field.path: field.label for field in list_fields({})}
_ORDER = [*_LABELS.values()]


class Change(NamedTuple):
    """A change of one field of a country; ``label`` names the field as the country's page does, ``text`` the rest."""

    date: str
    code: str
    country: str
    field: str
    label: str
    text: str

    @property
    def anchor(self) -> str:
        """Its address on the page of changes."""
        return re.sub(r"[^a-z0-9]+", "-", f"on-{self.date}-{self.code}-{self.field}".lower()).strip("-")


def changes_of(data: DocumentData) -> tuple[Change, ...]:
    """Describe the changes of every refresh of a dataset."""
    return describe_changes(data.site.dataset.changes, data.site.dataset)


def describe_changes(entries: Sequence[ChangesFile], dataset: Dataset) -> tuple[Change, ...]:
    """Describe the changes of every refresh: the newest first, of a day in the order of fields."""
    names = {record.cca2: record.value["name"]["common"] for record in dataset.records}
    metrics = {metric.path: metric for metric in dataset.interface.metrics}
    described: list[Change] = []
    for entry in entries:
        day = [_change(entry["date"], change, names, metrics.get(change["field"])) for change in entry["changes"]]
        described += sorted(day, key=lambda one: _ORDER.index(one.label) if one.label in _ORDER else len(_ORDER))
    return tuple(described)


def by_day(changes: Sequence[Change]) -> list[tuple[str, list[tuple[str, list[Change]]]]]:
    """Group changes by day and label, in their order."""
    return [
        (day, [(label, list(found)) for label, found in groupby(of_day, key=lambda change: change.label)])
        for day, of_day in groupby(changes, key=lambda change: change.date)
    ]


def _change(date: str, change: FieldChange, names: Mapping[str, str], metric: Metric | None) -> Change:
    code, path = change["cca2"], change["field"]
    # The longest field that is the changed one or around it.
    labelled = max((known for known in _LABELS if f"{path}.".startswith(f"{known}.")), key=len, default="")
    label = _LABELS[labelled] if labelled else path.partition(".")[0]
    member = path.removeprefix(labelled or label).strip(".")
    text = _text(metric, change.get("old"), change.get("new"))
    return Change(date, code, names.get(code, code), path, label, f"{member}: {text}" if member else text)


def _text(metric: Metric | None, old: Any, new: Any) -> str:
    if isinstance(old, list) and isinstance(new, list):
        added = ", ".join(_value(metric, value) for value in new if value not in old)
        removed = ", ".join(_value(metric, value) for value in old if value not in new)
        signs = [f"{values} {sign}" for values, sign in ((added, "added"), (removed, "removed")) if values]
        return "; ".join(signs) or "another order"
    if new is None:
        return f"{_value(metric, old)} removed"
    return f"{_value(metric, new)} added" if old is None else f"{_value(metric, old)} to {_value(metric, new)}"


def _value(metric: Metric | None, value: Any) -> str:
    if isinstance(value, Mapping):
        return _value(metric, [*value.values()])
    if isinstance(value, list):
        return ", ".join(_value(metric, one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return metric.round(value) if metric else rounded(value)
    return str(value)


def change_documents(data: DocumentData) -> Iterator[Entry]:
    """Yield the file of changes and their feed."""
    dataset, changes = data.site.dataset, data.once(changes_of)
    yield document(f"/{DOCS_FOLDER}/changes.json", "json", lambda: changes_json(dataset))
    yield document(f"/{DOCS_FOLDER}/changes.atom", "atom", lambda: changes_feed(changes, dataset, data.site.config))


def changes_json(dataset: Dataset) -> bytes:
    """Write ``changes.json``: every change with its values and its description.

    ``tables`` names the columns of tables with values that changed, and their number.
    """
    raw = {(entry["date"], one["cca2"], one["field"]): one for entry in dataset.changes for one in entry["changes"]}
    every = [
        {"date": one.date, **raw[one.date, one.code, one.field]}
        | {"label": one.label, "text": one.text, "anchor": one.anchor}
        for one in describe_changes(dataset.changes, dataset)
    ]
    whole: JsonObject = {"kind": "changes", "schemaVersion": SCHEMA_VERSION}
    whole |= {"revision": dataset.revision, "changes": every}
    tables = [{"date": entry["date"], **change} for entry in dataset.changes for change in entry.get("tables", ())]
    return orjson.dumps(whole | ({"tables": tables} if tables else {}))


def changes_feed(changes: Sequence[Change], dataset: Dataset, config: Config) -> bytes:
    """Write a feed (RFC 4287) with an entry for each refresh: the number of changes of each field."""
    title = escape(config.site.title)
    page, name = f"{escape(config.docs)}/changes.html", f"{escape(config.repository_url)}#changes"
    updated = dataset.sources["fetchedAt"]
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>{name}</id>",
        f"<title>{title}: changes of the dataset</title>",
        f"<updated>{f'{changes[0].date}T00:00:00Z' if changes else updated}</updated>",
        f"<author><name>{title}</name></author>",
        f'<link rel="self" type="application/atom+xml" href="{escape(config.docs)}/changes.atom"/>',
        f'<link rel="alternate" type="text/html" href="{page}"/>',
    ]
    for day, labels in by_day(changes):
        lines += [
            "<entry>",
            f"<id>{name}-{day}</id>",
            f"<title>Changes of {day}</title>",
            f"<updated>{day}T00:00:00Z</updated>",
            f'<link rel="alternate" type="text/html" href="{page}#on-{day}"/>',
            f"<summary>{escape(', '.join(f'{label}: {len(found)}' for label, found in labels))}</summary>",
            "</entry>",
        ]
    return ("\n".join([*lines, "</feed>"]) + "\n").encode()
