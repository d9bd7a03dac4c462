"""The two generated modules of the edge: how a manifest and records are written as JavaScript, and read again."""

from collections.abc import Iterable

import orjson

from builder.core.manifest import Manifest
from builder.types import File, Record

_RECORDS = "export const records = "


def manifest_module(path: str, manifest: Manifest) -> File:
    """Make the module *path* that exports *manifest*.

    As text for ``JSON.parse``, which an engine reads in less time than the same object as JavaScript. Apostrophes are
    escaped, since a bundler that met one beside quotation marks would turn the text into a template, which is slower.
    """
    text = orjson.dumps(manifest).replace(b"'", b"\\u0027").replace(b"\\", b"\\\\")
    return File.of(path, b"export const manifest = JSON.parse('%b');\n" % text)


def records_module(path: str, records: Iterable[Record]) -> File:
    """Make the module *path* that exports the encoded fields of *records*, a line for each record."""
    lines = b",\n".join(orjson.dumps([text.decode() for text in record.texts]) for record in records)
    return File.of(path, b"%b[\n%b\n];\n" % (_RECORDS.encode(), lines) if lines else b"%b[];\n" % _RECORDS.encode())


def read_records(source: str) -> list[bytes]:
    """Read the whole records, encoded, from the *source* of a module that ``records_module`` made."""
    fields = orjson.loads(source.removeprefix(_RECORDS).rstrip().removesuffix(";"))
    return [f"{{{','.join(texts)}}}".encode() for texts in fields]
