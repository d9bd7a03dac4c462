"""Makes the rows of the tables beside the record from their sources.

The reader of the table ``<name>`` is ``read`` in the module of that name, with underscores. A table without a reader is
a curated file in ``data/tables/``, which a refresh leaves as it is.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import orjson

from builder.annexes.tables.models import TABLES
from builder.javascript.context import JavaScriptContext
from builder.tabular.table import Table
from refresh.data_files import format_json
from refresh.inputs import Inputs
from refresh.package_archive import Archive

FOLDER = "tables"

Reader = Callable[[Inputs], Iterable[Mapping[str, object]]]


def table_readers() -> Mapping[str, Reader]:
    """Return the reader of each table that has one, by the name of the table."""
    modules = {module.name for module in iter_modules(__path__)}
    return {
        table.name: import_module(f"{__name__}.{module}").read
        for table in TABLES
        if (module := table.name.replace("-", "_")) in modules
    }


def table_files(inputs: Inputs) -> dict[str, str]:
    """Make the files of the tables, by path in ``data/``.

    A list of sources that lacks one of a table makes no file of it.
    """
    readers = table_readers()
    known = {source.id for source in (*inputs.catalog.sources, *inputs.catalog.tables)}
    return {
        f"{FOLDER}/{table.name}.json": _file(table, readers[table.name], inputs)
        for table in TABLES
        if table.name in readers and known.issuperset(table.sources)
    }


def _file(table: Table, read: Reader, inputs: Inputs) -> str:
    """Make a file of rows. One from pinned files of a repository is kept while the pins are the same."""
    pins = {key: pinned.sha256 for name in table.sources for key, pinned in inputs.catalog.source(name).files.items()}
    path = inputs.data / FOLDER / f"{table.name}.json"
    if pins and path.exists():
        kept = path.read_text("utf-8")
        if orjson.loads(kept).get("sha256") == pins:
            return kept
    return format_table(table, read(inputs), pins)


def format_table(table: Table, rows: Iterable[Mapping[str, object]], pins: Mapping[str, str] | None = None) -> str:
    """Format rows in the order of their key, one on a line. Columns that are null are left out.

    *pins* are hashes of the files that the rows come from.
    """
    filled = [{name: value for name, value in row.items() if value is not None} for row in rows]
    head = {"sha256": pins} if pins else {}
    return format_json({**head, "rows": sorted(filled, key=table.key_of)}, rows=("rows",))


def exported(archive: Archive, module: str, name: str) -> Any:
    """Return the exported constant *name* of a member without imports, as JSON has it."""
    source = archive.files(module)[module].decode() + f"\nexport function value() {{ return {name}; }}\n"
    return JavaScriptContext({module: source}, [module]).call(module, "value")
