"""The two generated modules of the edge, manifest and records: writes them as JavaScript, and reads records back."""

from collections.abc import Iterable

import orjson

from builder.core.manifest import Manifest
from builder.types import File, Record

_RECORDS = "export const records = "


def manifest_module(path: str, manifest: Manifest) -> File:
    """Make the module *path* that exports *manifest*.

    The module passes a string to ``JSON.parse``, because engines read that faster than an object literal. Apostrophes
    are escaped: for a string with both kinds of quotation marks a bundler would write a template, which is slower.
    """
    text = orjson.dumps(manifest).replace(b"'", b"\\u0027").replace(b"\\", b"\\\\")
    return File.of(path, b"export const manifest = JSON.parse('%b');\n" % text)


def records_module(path: str, records: Iterable[Record]) -> File:
    """Make the module *path* that exports the fields of *records* as JSON strings, one line for each record."""
    lines = b",\n".join(orjson.dumps([text.decode() for text in record.texts]) for record in records)
    return File.of(path, b"%b[\n%b\n];\n" % (_RECORDS.encode(), lines) if lines else b"%b[];\n" % _RECORDS.encode())


def read_records(source: str) -> list[bytes]:
    """Read the complete records as JSON from the *source* of a module made by ``records_module``."""
    fields = orjson.loads(source.removeprefix(_RECORDS).rstrip().removesuffix(";"))
    return [f"{{{','.join(texts)}}}".encode() for texts in fields]
