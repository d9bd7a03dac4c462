"""Makes the feed of what each refresh changed, from the files in ``data/changes/``."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import orjson
from markupsafe import escape

from builder.config import Config
from builder.input_errors import InputError, Problem
from builder.types import SCHEMA_VERSION, Dataset, JsonObject

# Changes of one refresh in the feed; the JSON file has all of them.
_MOST = 200
_KEYS = ("cca2", "field")


def read_changes(data: Path, codes: Collection[str]) -> tuple[JsonObject, ...]:
    """Read the changes in the folder *data*, the newest first. *codes* are the alpha-2 codes of the dataset.

    Raises ``InputError`` with every file of another form, and every change of a country that never was in the dataset.
    """
    entries: dict[str, JsonObject] = {}
    problems = []
    for path in sorted((data / "changes").glob("*.json"), reverse=True):
        if path.name.startswith("."):
            continue
        name = f"changes/{path.name}"
        try:
            entry = json.loads(path.read_text("utf-8"))
        except (ValueError, RecursionError) as error:
            problems.append(Problem(name, "", f"is not JSON: {error}"))
            continue
        wrong = [Problem(name, place, message) for place, message in _wrong(entry, path.stem)]
        problems += wrong
        if not wrong:
            entries[name] = entry
    # A change that removed a country has no new code.
    gone = {change["cca2"] for _, _, change in _changes(entries) if change["field"] == "cca2" and not change.get("new")}
    problems += [
        Problem(name, place, f"is of {change['cca2']}, which is not in the dataset, and no change removed it")
        for name, place, change in _changes(entries)
        if change["cca2"] not in codes and change["cca2"] not in gone
    ]
    if problems:
        raise InputError(problems, "Correct the files in data/changes/, or run countries refresh.")
    return tuple(entries.values())


def _changes(entries: Mapping[str, JsonObject]) -> Iterator[tuple[str, str, JsonObject]]:
    """Yield each change with its file and its place there."""
    for name, entry in entries.items():
        for number, change in enumerate(entry["changes"]):
            yield name, f"changes[{number}]", change


def _wrong(entry: Any, day: str) -> Sequence[tuple[str, str]]:
    if not isinstance(entry, dict) or not isinstance(entry.get("changes"), list):
        return [("", "must be an object with date and changes")]
    wrong = [] if entry.get("date") == day else [("date", f"must be the name of the file, {day}")]
    try:
        date.fromisoformat(day)
    except ValueError:
        wrong.append(("date", f"{day!r} is not a date"))
    for number, change in enumerate(entry["changes"]):
        if not isinstance(change, dict) or not all(isinstance(change.get(key), str) for key in _KEYS):
            wrong.append((f"changes[{number}]", "must be an object with cca2 and field"))
    return wrong


def changes_json(changes: Sequence[JsonObject], dataset: Dataset) -> bytes:
    """Write ``changes.json`` with every change."""
    every = [{"date": entry["date"], **change} for entry in changes for change in entry["changes"]]
    whole = {"kind": "changes", "schemaVersion": SCHEMA_VERSION, "revision": dataset.revision, "changes": every}
    return orjson.dumps(whole)


def changes_feed(changes: Sequence[JsonObject], dataset: Dataset, config: Config) -> bytes:
    """Write ``changes.atom`` (RFC 4287) with an entry for each refresh."""
    names = {record.cca2: record.value["name"]["common"] for record in dataset.records}
    moment = (
        f"{changes[0]['date']}T00:00:00Z" if changes else str(dataset.sources.get("fetchedAt", "1970-01-01T00:00:00Z"))
    )
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>{escape(config.repository_url)}#changes</id>",
        "<title>Country Reference: changes of the dataset</title>",
        f"<updated>{moment}</updated>",
        "<author><name>Country Reference</name></author>",
        f'<link rel="self" type="application/atom+xml" href="{escape(config.docs)}/changes.atom"/>',
        f'<link rel="alternate" type="text/html" href="{escape(config.docs)}/downloads.html"/>',
        *(line for entry in changes for line in _entry(entry, names, config)),
        "</feed>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _entry(entry: JsonObject, names: Mapping[str, str], config: Config) -> list[str]:
    changes, day = entry["changes"], entry["date"]
    countries = len({change["cca2"] for change in changes})
    shown = "".join(f"<li>{escape(_said(change, names))}</li>" for change in changes[:_MOST])
    more = f"<p>And {len(changes) - _MOST} more.</p>" if len(changes) > _MOST else ""
    return [
        "<entry>",
        f"<id>{escape(config.repository_url)}#changes-{day}</id>",
        f"<title>{len(changes)} values of {countries} countries changed</title>",
        f"<updated>{day}T00:00:00Z</updated>",
        f'<link rel="alternate" type="application/json" href="{escape(config.docs)}/changes.json"/>',
        f'<content type="html">{escape(f"<ul>{shown}</ul>{more}")}</content>',
        "</entry>",
    ]


def _said(change: JsonObject, names: Mapping[str, str]) -> str:
    old, new = (_shown(change.get(key)) for key in ("old", "new"))
    return f"{names.get(change['cca2'], change['cca2'])}, {change['field']}: {old} to {new}"


def _shown(value: Any) -> str:
    return "none" if value is None else value if isinstance(value, str) else orjson.dumps(value).decode()
