"""The generated modules of the edge: the manifest, which ``edge/core/types.d.ts`` declares, and the records.

The manifest is plain JSON: every sequence is an array. ``edge/core/types.d.ts`` declares its type for the core, and a
test checks that every manifest fits. The types in this module are for Python.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NotRequired

import orjson
from typing_extensions import TypedDict

from builder.api.json_schemas import Members
from builder.api.types import JsonObject, Names, Record

Header = tuple[str, str]


class RouteEntry(TypedDict):
    """A route: its path, the kind of its handler, the keys of its parameters, and what this kind needs."""

    path: str
    kind: str
    params: Sequence[str]
    index: NotRequired[str]
    exact: NotRequired[bool]
    maxLimit: NotRequired[int]
    max: NotRequired[int]
    missing: NotRequired[str]
    catalog: NotRequired[str]
    flag: NotRequired[str]
    static: NotRequired[bool]


class HeadersEntry(TypedDict):
    """Headers of every answer, and the values of others."""

    common: Sequence[Header]
    options: Sequence[Header]
    cache: Mapping[str, str]
    types: Mapping[str, str]


class ListingEntry(TypedDict):
    """A listing: the folder of its windows, its record numbers, and its largest page size; null is every record."""

    folder: str
    members: Sequence[int] | None
    maxLimit: NotRequired[int]


class CatalogEntry(TypedDict):
    """A catalog: its items as JSON, and a hash of them."""

    total: int
    items: Sequence[str]
    digest: str


class FixedValueEntry(TypedDict):
    """An answer that depends on nothing of a request: its JSON, and its entity tag without quotation marks."""

    body: str
    digest: str


class MissingPageEntry(TypedDict):
    """The page for missing addresses: the folder of pages, its file below ``public/``, its further headers."""

    folder: str
    file: str
    headers: Sequence[Header]


class SearchedNamesEntry(TypedDict):
    """The names of a search: those of each record (common, other, exact), and, by letter, those in other languages."""

    own: Sequence[tuple[Sequence[str], Sequence[str], Sequence[str]]]
    otherLanguages: Mapping[str, str]


class Manifest(TypedDict):
    """Everything that the core needs of a site, except its records; ``edge/core/types.d.ts`` describes each member."""

    revision: str
    code: str
    schemaVersion: int
    routes: Sequence[RouteEntry]
    params: Mapping[str, JsonObject]
    bounds: Mapping[str, int]
    fields: Members
    policy: Mapping[str, Sequence[int]]
    headers: HeadersEntry
    cca2: Sequence[str]
    digests: Sequence[str]
    codes: Mapping[str, int]
    former: Mapping[str, Sequence[int]]
    listings: Sequence[ListingEntry]
    indexes: Mapping[str, Mapping[str, int]]
    metrics: Mapping[str, Mapping[str, str]]
    names: SearchedNamesEntry
    capitals: SearchedNamesEntry
    catalogs: Mapping[str, CatalogEntry]
    values: Mapping[str, FixedValueEntry]
    addresses: Sequence[str]
    advice: Mapping[str, str]
    missing: MissingPageEntry | None
    flags: Mapping[str, str]
    fallback: str
    failure: str
    countryHeader: str


# What a string in single quotes escapes, and the escapes.
_QUOTED = re.compile(r"[\\']")
_ESCAPED = re.compile(r"\\(.)")


def searched_names(names: Sequence[Names]) -> SearchedNamesEntry:
    """Arrange the names of each record as the core searches them."""
    numbers: dict[str, list[str]] = {}
    for number, name in enumerate(names):
        for text in name.in_other_languages:
            numbers.setdefault(text, []).append(str(number))
    letters: dict[str, list[str]] = {}
    for text in sorted(numbers):
        letters.setdefault(text[0], []).append(",".join([text, *numbers[text]]))
    return {
        "own": [(name.common, name.others, name.exact_names) for name in names],
        "otherLanguages": {letter: " ".join(entries) for letter, entries in letters.items()},
    }


def manifest_module(manifest: Manifest) -> str:
    """Write the module that exports *manifest*.

    The module passes a string to ``JSON.parse``, because engines read that faster than an object literal.
    """
    return f"export const manifest = JSON.parse({_literal(manifest)});\n"


def kinds_module(**modules: str) -> dict[str, str]:
    """Make the module of the routes' kinds that extensions add: by name, the module of ``edge/`` that exports each."""
    imports = "".join(f"import {{ {name} }} from '../{module}';\n" for name, module in modules.items())
    names = f"{{ {', '.join(modules)} }}" if modules else "{}"
    return {"generated/kinds.js": f"{imports}export const further = {names};\n"}


def _literal(value: object) -> str:
    """Encode *value* as JSON in a string literal.

    Apostrophes are escaped: for a string with both kinds of quotation marks a bundler would write a template, which is
    slower.
    """
    text = orjson.dumps(value).decode().replace("'", r"\u0027").replace("\\", "\\\\")
    return f"'{text}'"


def records_module(records: Iterable[Record]) -> str:
    """Write the module that exports *records* as JSON strings, one line for each record."""
    texts = (_QUOTED.sub(r"\\\g<0>", record.body.decode()) for record in records)
    lines = "".join(f"'{text}',\n" for text in texts)
    return f"export const records = [\n{lines}];\n"


def read_records(source: str) -> list[str]:
    """Read each record, as JSON, from the *source* of a module made by ``records_module``."""
    return [_ESCAPED.sub(r"\1", line[1:-2]) for line in source.strip().split("\n")[1:-1]]
