"""``countries.parquet``: the columns of the CSV with their types. Lists are lists of strings."""

from pathlib import Path
from typing import Any

import orjson

from builder.annexes.exports.records import Exported, write_whole
from builder.api.field_paths import value_at
from builder.documents.downloads.columns import COLUMNS
from builder.input_errors import InputError, Problem


def write(exported: Exported, folder: Path) -> Path:
    """Write one row group, compressed with Zstandard. Raises ``InputError`` when pyarrow is not installed."""
    try:
        # An optional dependency: it is larger than all others together.
        import pyarrow as pa  # noqa: PLC0415
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        advice = 'Install it with: pip install "country-reference[parquet]"'
        raise InputError([Problem("pyarrow", "", "is not installed; the Parquet format requires it")], advice) from None
    types = {
        "text": pa.string(),
        "integer": pa.int64(),
        "number": pa.float64(),
        "boolean": pa.bool_(),
        "list": pa.list_(pa.string()),
    }
    if paths := exported.paths:
        table = pa.table({path: _column(pa, [value_at(record, path) for record in exported.values]) for path in paths})
    else:
        schema = pa.schema(
            [
                pa.field(column.name, types[column.type], metadata={"description": column.description})
                for column in COLUMNS
            ]
        )
        rows = [{column.name: column.value(record) for column in COLUMNS} for record in exported.values]
        table = pa.Table.from_pylist(rows, schema=schema)
    table = table.replace_schema_metadata({"revision": exported.revision, "licence": "ODbL-1.0"})
    body = pa.BufferOutputStream()
    parquet.write_table(table, body, compression="zstd")
    return write_whole(folder / "countries.parquet", body.getvalue().to_pybytes())


def _column(pa: Any, values: list[Any]) -> Any:
    """Choose the type of a column by its values. Objects become JSON, because their keys differ by country."""
    if any(isinstance(value, dict) or (isinstance(value, list) and any(map(_is_nested, value))) for value in values):
        return pa.array([None if value is None else orjson.dumps(value).decode() for value in values])
    if any(isinstance(value, float) for value in values):
        return pa.array([None if value is None else float(value) for value in values])
    return pa.array(values)


def _is_nested(value: Any) -> bool:
    return isinstance(value, dict | list)
