"""Makes the rows of tables: by ``read`` of the module with the table's name, then corrections, then its ``finish``.

A table without a module is a curated file in ``data/tables/``, which a refresh leaves as it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import orjson

from builder.extensions.tables.models import TABLES
from builder.extensions.tables.table import Table
from builder.inputs.errors import Problem, refuse
from builder.javascript.context import JavaScriptContext
from refresh.corrections import CorrectionRow, correct_table
from refresh.data_files import format_json
from refresh.inputs import Inputs
from refresh.package_archive import Archive

FOLDER = "tables"


def table_readers() -> Mapping[str, ModuleType]:
    """Return the module that reads a table, by name of the table. Tables without a module are left out."""
    modules = {module.name for module in iter_modules(__path__)}
    return {
        table.name: import_module(f"{__name__}.{module}")
        for table in TABLES
        if (module := table.name.replace("-", "_")) in modules
    }


def table_files(inputs: Inputs, corrections: Sequence[CorrectionRow]) -> dict[str, str]:
    """Make the files of tables whose sources are listed. Raises ``InputError`` with corrections that change nothing."""
    readers = table_readers()
    known = {source.id for source in (*inputs.catalog.sources, *inputs.catalog.tables)}
    made = {table.name: table for table in TABLES if table.name in readers and known.issuperset(table.sources)}
    problems = [
        Problem(row.file, row.place, "is in a table that no refresh makes; edit data/tables/")
        for row in corrections
        if row.table not in made
    ]
    files = {
        f"{FOLDER}/{name}.json": _file(table, readers[name], inputs, corrections, problems)
        for name, table in made.items()
    }
    refuse(problems, "data/ is unchanged.")
    return files


def _file(
    table: Table, reader: ModuleType, inputs: Inputs, every: Iterable[CorrectionRow], problems: list[Problem]
) -> str:
    """Make the file of *table*. A file made from pinned files stays while their pins and the corrections stay."""
    pins = {key: pinned.sha256 for name in table.sources for key, pinned in inputs.catalog.source(name).files.items()}
    corrections = [row for row in every if row.table == table.name]
    if pins and corrections:
        pins["corrections"] = sha256(repr(corrections).encode()).hexdigest()
    path = inputs.data / FOLDER / f"{table.name}.json"
    if pins and path.exists():
        stored = path.read_text("utf-8")
        if orjson.loads(stored).get("sha256") == pins:
            return stored
    rows = correct_table(table, reader.read(inputs), corrections, problems)
    if hasattr(reader, "finish"):
        reader.finish(inputs, rows)
    ordered = [{column.name: row[column.name] for column in table.columns if column.name in row} for row in rows]
    head = {"sha256": pins} if pins else {}
    return format_json({**head, "rows": sorted(ordered, key=table.key_of)}, rows=("rows",))


def exported(archive: Archive, module: str, name: str) -> Any:
    """Return the constant *name* of a JavaScript module without imports in a package, as JSON has it."""
    source = archive.files(module)[module].decode() + f"\nexport function value() {{ return {name}; }}\n"
    return JavaScriptContext({module: source}, [module]).call(module, "value")
