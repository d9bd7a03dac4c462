"""Finds a country as the service does, and shows its values with their sources."""

import json
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from builder.api.field_paths import value_at
from builder.api.fields import FIELDS, by_group
from builder.api.provenance import ValueOrigin, value_origins
from builder.api.record_fields import Country
from builder.commands.field_names import refuse_unknown_fields, wanted_paths
from builder.input_errors import InputError, Problem
from builder.javascript.core_calls import asker, open_in_memory
from builder.site.site import Site

_NO_VALUE = "no value"
# The widest name of a field in the first column.
_LONGEST_NAME = 28


class Row(NamedTuple):
    """A line of a card: the name of a field, its value as text, and its origin, if it has one."""

    name: str
    text: str
    origin: ValueOrigin | None


def find_countries(data: Site, country: str) -> list[Country]:
    """Return the records that the service finds for a code, else for a whole name, else for a part of one.

    Raises ``InputError`` if it finds none.
    """
    ask = asker(open_in_memory(data.core, data.manifest, data.dataset.records), lambda _path: b"")
    text = quote(country, safe="")
    for path in (f"/v1/alpha/{text}?", f"/v1/name/{text}?fullText=true&", f"/v1/name/{text}?"):
        answer = ask(f"{path}fields=cca2&limit=25")
        if answer.status == 200:
            by_code = {record.cca2: record.value for record in data.dataset.records}
            return [by_code[match["cca2"]] for match in json.loads(answer.body)]
    raise InputError([Problem(country, "", "is neither a code nor a part of the name of a country")])


def chosen_origins(data: Site, record: Country, fields: str) -> list[ValueOrigin]:
    """List the values of *record* with their origins: all, or those of *fields*, paths with commas.

    A path below a value with an origin has the origin of that value. A field that other records have is left out.
    Raises ``InputError`` with every path that no record has.
    """
    origins = value_origins(record, data.dataset.sources)
    paths = wanted_paths(fields)
    refuse_unknown_fields(paths, (one.value for one in data.dataset.records))
    if not paths:
        return [*origins]
    inner = (
        origin._replace(field=path, value=value)
        for path in paths
        for origin in origins
        if path.startswith(f"{origin.field}.") and (value := _value_through(record, path)) is not None
    )
    return [*(origin for origin in origins if any(f"{origin.field}.".startswith(f"{path}.") for path in paths)), *inner]


def card(data: Site, record: Country, fields: str, width: int) -> Iterator[str]:
    """Yield the lines of a card of *record*, of at most *width* columns: groups of fields, their sources, their notes.

    With *fields*, in the form of ``chosen_origins``, the card has these fields alone.
    """
    origins = chosen_origins(data, record, fields)
    name = record["name"]["common"]
    yield f"{name} ({', '.join(record[code] for code in ('cca2', 'cca3', 'ccn3') if code in record)})"
    groups = {"": _asked(record, origins, fields)} if wanted_paths(fields) else _grouped(record, origins)
    rows = [row for group in groups.values() for row in group]
    sources = list(dict.fromkeys(_source(row.origin) for row in rows if row.origin))
    left = min(max((_columns(row.name) for row in rows), default=0), _LONGEST_NAME)
    for title, group in groups.items():
        yield from (("", title) if title else ("",))
        for row in group:
            mark = f" [{sources.index(_source(row.origin)) + 1}]" if row.origin else ""
            yield from _wrapped(f"  {row.name:<{left}}  ", row.text + mark, left + 4, width)
    yield from ("", "Sources") if sources else ()
    for number, source in enumerate(sources, 1):
        yield from _wrapped(f"  {f'[{number}]':<5}", source, 7, width)
    notes = [f"{row.name}: {note}" for row in rows if row.origin for note in _notes(row.origin)]
    yield from ("", "Notes") if notes else ()
    for note in notes:
        yield from _wrapped("  ", note, 4, width)


def as_json(data: Site, record: Country, fields: str) -> str:
    """Write the values of ``chosen_origins`` as JSON: each field with its value and its source."""
    origins = []
    for origin in chosen_origins(data, record, fields):
        known = origin._asdict()
        origins.append({"asOf" if key == "as_of" else key: value for key, value in known.items()})
    whole = {"cca2": record["cca2"], "name": record["name"]["common"], "fields": origins}
    return json.dumps(whole, ensure_ascii=False, indent=2)


def _value_through(value: Any, path: str) -> Any:
    """Return the value at a dot path as a field selection does: through an array, those of its items."""
    if isinstance(value, list):
        return [one for item in value if (one := _value_through(item, path)) is not None] or None
    name, _, rest = path.partition(".")
    inner = value.get(name) if isinstance(value, Mapping) else None
    return _value_through(inner, rest) if rest and inner is not None else inner


def _grouped(record: Country, origins: list[ValueOrigin]) -> dict[str, list[Row]]:
    groups = {}
    for title, shown in by_group().items():
        present = [(field, value) for field in shown if (value := value_at(record, field.path)) is not None]
        groups[title] = [
            Row(field.label, _without_links(field.write(value)), _origin(field.path, origins))
            for field, value in present
        ]
    shown_paths = [field.path for field in FIELDS if field.group]
    groups["Other fields"] = [
        Row(origin.field, _brief(origin), origin)
        for origin in origins
        if not any(f"{path}.".startswith(f"{origin.field}.") for path in shown_paths)
    ]
    return {title: rows for title, rows in groups.items() if rows}


def _asked(record: Country, origins: list[ValueOrigin], fields: str) -> list[Row]:
    paths = wanted_paths(fields)
    rows = [Row(origin.field, _plain(origin.value), origin) for origin in origins]
    rows += [Row(path, _NO_VALUE, None) for path in paths if _value_through(record, path) is None]
    return [row for path in paths for row in rows if f"{row.name}.".startswith(f"{path}.")]


def _without_links(text: str) -> str:
    return text.striptags() if isinstance(text, Markup) else text


def _origin(path: str, origins: list[ValueOrigin]) -> ValueOrigin | None:
    near = (origin for origin in origins if f"{path}.".startswith(f"{origin.field}."))
    return next(near, None)


def _source(origin: ValueOrigin) -> str:
    return ", ".join(filter(None, (origin.title, origin.as_of, origin.licence)))


def _notes(origin: ValueOrigin) -> Iterator[str]:
    if origin.reason:
        yield f"corrected. {origin.reason}"
    if origin.note:
        yield origin.note
    if origin.unconfirmed:
        yield "entered by hand; no source confirms it"


def _brief(origin: ValueOrigin) -> str:
    if origin.field == "holidays":
        return f"{len(origin.value['items'])} days of {' and '.join(map(str, origin.value['years']))}"
    return _plain(origin.value)


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {_plain(item)}" for name, item in value.items())
    if isinstance(value, list):
        return (
            "; ".join(map(_plain, value))
            if any(isinstance(item, dict) for item in value)
            else ", ".join(map(_plain, value))
        )
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    return f"{value:,}" if isinstance(value, int) and abs(value) >= 10_000 else str(value)


def _columns(text: str) -> int:
    """Count the columns of a terminal that *text* takes: two for a wide character, none for a mark on another."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _wrapped(start: str, text: str, indent: int, width: int) -> Iterator[str]:
    """Break *text* into lines of at most *width* columns, the first after *start*, the others after *indent* spaces."""
    line = start if _columns(start) <= indent else start.rstrip()
    if _columns(line) > indent:
        yield line
        line = " " * indent
    empty = True
    for word in text.split(" "):
        for part in _parts(word, width - indent):
            if not empty and _columns(line) + 1 + _columns(part) > width:
                yield line
                line, empty = " " * indent, True
            line, empty = line + ("" if empty else " ") + part, False
    yield line.rstrip()


def _parts(word: str, most: int) -> Iterator[str]:
    """Cut a word that is longer than a line."""
    part = ""
    for letter in word:
        if part and _columns(part) + _columns(letter) > most:
            yield part
            part = ""
        part += letter
    yield part
