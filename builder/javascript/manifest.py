"""The generated modules of the edge: the manifest, which ``edge/core/types.d.ts`` declares, and the records.

The manifest is plain JSON: every sequence is an array. A test holds the one that the build makes to its declaration.
"""

from collections.abc import Iterable
from typing import Any, Literal

import orjson

from builder.types import File, Record

# Everything that the core needs of a site, except its records, by the names in ``Manifest`` there.
Manifest = dict[str, Any]

_RECORDS = "export const records = "
_LATER = ("assets", "catalogs", "names")
_MANIFEST = b"""\
const later = (text) => {
  let table;
  return { get: () => (table ??= JSON.parse(text)), enumerable: true };
};
export const manifest = Object.defineProperties(JSON.parse(%b), {
%b});
"""


def unpaged(manifest: Manifest, files: Literal["answers", "none"] = "none") -> Manifest:
    """Remove the page files from *manifest*, so that the core joins each page from records. *files*: what remains."""
    return {**manifest, "policy": {**manifest["policy"], "files": files}}


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
    """Make the module *path* that exports the fields of *records* as JSON strings, one line for each record."""
    lines = b",\n".join(orjson.dumps([text.decode() for text in record.texts]) for record in records)
    return File.of(path, b"%b[\n%b\n];\n" % (_RECORDS.encode(), lines) if lines else b"%b[];\n" % _RECORDS.encode())


def read_records(source: str) -> list[list[str]]:
    """Read the encoded fields of each record from the *source* of a module made by ``records_module``."""
    fields: list[list[str]] = orjson.loads(source.removeprefix(_RECORDS).rstrip().removesuffix(";"))
    return fields
