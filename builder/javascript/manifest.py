"""The generated modules of the edge: the manifest, which ``edge/core/types.d.ts`` declares, and the records.

The manifest is plain JSON: every sequence is an array. A test holds the one that the build makes to its declaration.
"""

import re
from collections.abc import Iterable
from typing import Any

import orjson

from builder.types import File, Record

# Everything that the core needs of a site, except its records, by the names in ``Manifest`` there.
Manifest = dict[str, Any]

# What a string in single quotes escapes, and the escapes.
_QUOTED = re.compile(r"[\\']")
_ESCAPED = re.compile(r"\\(.)")
_LATER = ("assets", "catalogs", "names")
_MANIFEST = b"""\
const later = (text) => {
  let table;
  return { get: () => (table ??= JSON.parse(text)), enumerable: true };
};
export const manifest = Object.defineProperties(JSON.parse(%b), {
%b});
"""


def manifest_module(path: str, manifest: Manifest) -> File:
    """Make the module *path* that exports *manifest*.

    The module passes strings to ``JSON.parse``, because engines read that faster than an object literal. Large tables
    that only some answers need are parsed at their first use, which saves 3 of the 28 ms that the start of a function
    takes.
    """
    later = b"".join(b"  %b: later(%b),\n" % (name.encode(), _literal(manifest[name])) for name in _LATER)
    first = {name: value for name, value in manifest.items() if name not in _LATER}
    return File.of(path, _MANIFEST % (_literal(first), later))


def _literal(value: object) -> bytes:
    """Encode *value* as JSON in a string literal.

    Apostrophes are escaped: for a string with both kinds of quotation marks a bundler would write a template, which is
    slower.
    """
    return b"'%b'" % orjson.dumps(value).replace(b"'", b"\\u0027").replace(b"\\", b"\\\\")


def records_module(path: str, records: Iterable[Record]) -> File:
    """Make the module *path* that exports *records* as JSON strings, one line for each record."""
    lines = "".join(f"{_string(record.body.decode())},\n" for record in records)
    return File.of(path, f"export const records = [\n{lines}];\n".encode())


def _string(text: str) -> str:
    escaped = _QUOTED.sub(r"\\\g<0>", text)
    return f"'{escaped}'"


def read_records(source: str) -> list[str]:
    """Read each record, as JSON, from the *source* of a module made by ``records_module``."""
    return [_ESCAPED.sub(r"\1", line[1:-2]) for line in source.strip().split("\n")[1:-1]]
