"""Reads the rows of the tables from ``data/tables/`` and validates them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError

from builder.annexes.tables.models import TABLES
from builder.forms.table import Column, Table, TableRows
from builder.input_errors import InputError, Problem, refusals
from builder.site.site import sources_by_id
from builder.types import Dataset

FOLDER = "tables"
_ADVICE = "Nothing was written. Correct the files in data/. Most of data/tables/ is written by countries refresh."


def load_tables(data: Path, dataset: Dataset | None) -> tuple[TableRows, ...]:
    """Read every declared table in the folder *data*, and make those that follow from the *dataset*.

    Where the dataset is invalid, it is ``None``, and the tables are judged without its countries and sources.

    Raises ``InputError`` with every missing file, every invalid row, every code of a country or id of a source that the
    dataset does not have, and every key that stands twice.
    """
    folder = data / FOLDER
    problems: list[Problem] = []
    codes = {record.cca2 for record in dataset.records} if dataset else None
    sources = sources_by_id(dataset.sources) if dataset else None
    tables = tuple(
        _made(table, table.rows(dataset) if dataset else ()) if table.rows else _read(table, folder, codes, problems)
        for table in TABLES
    )
    names = {f"{table.name}.json" for table in TABLES if not table.rows}
    problems += [
        Problem(
            f"{FOLDER}/{path.name}",
            "",
            "belongs to no table; declare one in annexes/tables/models/, or remove the file",
        )
        for path in sorted(folder.glob("*.json"))
        if path.name not in names and not path.name.startswith(".")
    ]
    problems += [
        Problem("sources.json", one, f'is missing, and the table {table.name} has this source; add it under "tables"')
        for table in TABLES
        for one in table.sources
        if sources is not None and one not in sources
    ]
    if problems:
        raise InputError(problems, _ADVICE)
    return tables


def _made(table: Table, rows: Iterable[dict[str, Any]]) -> TableRows:
    made = sorted(rows, key=table.key_of)
    return TableRows(table, made, _digest(made))


def _read(table: Table, folder: Path, codes: Collection[str] | None, problems: list[Problem]) -> TableRows:
    file = f"{FOLDER}/{table.name}.json"
    try:
        rows, digest = _rows(table, (folder / f"{table.name}.json").read_bytes())
    except FileNotFoundError:
        problems.append(Problem(file, "", "is missing"))
    except orjson.JSONDecodeError as error:
        problems.append(Problem(file, f"line {error.lineno}", f"is not JSON: {error.msg}"))
    except (LookupError, TypeError):
        problems.append(Problem(file, "", 'must hold a JSON object with a list "rows"'))
    except ValidationError as error:
        problems += refusals(file, error)
    else:
        if codes is not None:
            problems += _strangers(table, file, rows, codes)
        problems += _repeated(table, file, rows)
        return TableRows(table, rows, digest)
    return TableRows(table, (), "")


# Of the tables as they are: a rebuild of a preview does not validate 20,000 rows that have not changed.
@lru_cache(maxsize=2 * len(TABLES))
def _rows(table: Table, content: bytes) -> tuple[Sequence[dict[str, Any]], str]:
    """Return the rows of a table, and a hash of them."""
    rows = _values(table, orjson.loads(content)["rows"])
    return rows, _digest(rows)


def _digest(rows: Sequence[dict[str, Any]]) -> str:
    return blake2b(orjson.dumps(rows), digest_size=8).hexdigest()


def _values(table: Table, stored: Any) -> Sequence[dict[str, Any]]:
    """Validate rows, and return them with every column, in the order of the key."""
    # Validated as JSON, because strict models take other types from Python. The models themselves are not kept: of the
    # longest table, they would take longer than all else.
    TypeAdapter(list[table.row]).validate_json(orjson.dumps(stored))  # type: ignore[name-defined]
    rows = [_complete(table.columns, row) for row in stored]
    return sorted(rows, key=table.key_of)


def _complete(columns: Sequence[Column], row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with every column in its order, and so the objects in it."""
    return {
        column.name: [_complete(column.members, item) for item in row[column.name]]
        if column.members
        else row.get(column.name)
        for column in columns
    }


def _strangers(table: Table, file: str, rows: Sequence[dict[str, Any]], codes: Collection[str]) -> Iterator[Problem]:
    counts = Counter(code for row in rows for code in table.countries_of(row) if code not in codes)
    for code, count in counts.items():
        places = f"{count:,} row{'s' if count != 1 else ''}"
        yield Problem(file, code, f"is not the cca2 code of a country in the dataset ({places})")


def _repeated(table: Table, file: str, rows: Sequence[dict[str, Any]]) -> Iterator[Problem]:
    for key, count in Counter(map(table.key_of, rows)).items():
        if count > 1:
            yield Problem(file, " ".join(map(str, key)), f"is the {' and '.join(table.key)} of {count} rows")
