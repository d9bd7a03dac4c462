"""Reads the JSON files of ``data/``, and formats and rewrites the files that a refresh makes."""

import json
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from builder.inputs.errors import InputError, Problem, refusals
from refresh.refresh_types import StoredRecord, StoredRecords

WIDTH = 120
_BY_COUNTRY_OR_SOURCE = ("countries/*.json", "holidays/*.json", "flags/*.svg", "notices/*.txt")

_Content = TypeVar("_Content")


def json_files(folder: Path) -> Iterator[Path]:
    """Yield the JSON files in *folder*, sorted by name, except hidden ones, such as locks of editors."""
    yield from sorted(path for path in folder.glob("*.json") if not path.name.startswith("."))


def read_json(path: Path, kind: type[_Content]) -> _Content:
    """Read the file *path*, which has the type *kind*. Raises ``InputError`` with every problem, unknown keys too."""
    try:
        return TypeAdapter(kind).validate_json(path.read_bytes(), strict=True, extra="forbid")
    except FileNotFoundError:
        raise InputError([Problem(path.name, "", "does not exist")], f"Expected at {path.parent}.") from None
    except ValidationError as error:
        raise InputError(refusals(path.name, error), f"Correct the file in {path.parent}.") from None


def read_values(path: Path, kind: type[_Content]) -> _Content:
    """Read the ``values`` of the file *path*, which have the type *kind*. The file also names their sources."""
    return TypeAdapter(kind).validate_python(read_json(path, dict[str, object])["values"])


def format_json(value: Any, rows: Collection[str] = ()) -> str:
    """Format JSON for review by line; objects and lists of the keys *rows* have a line for each member."""
    return _formatted(value, rows, "", "\n") + "\n"


def _formatted(value: Any, rows: Collection[str], key: str, outer: str) -> str:
    """Format the value of *key*. *outer* is the line break before its parent's next member."""
    line = f"{outer}  "

    def member(item: Any, name: str = "") -> str:
        return _quoted(item) if key in rows else _formatted(item, rows, name, line)

    if isinstance(value, dict) and value:
        members = [f"{_quoted(name)}: {member(item, name)}" for name, item in value.items()]
        return f"{{{line}{f',{line}'.join(members)}{outer}}}"
    if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        return f"[{line}{f',{line}'.join(map(member, value))}{outer}]"
    if isinstance(value, list) and len(line) + len(_quoted(value)) > WIDTH:
        return f"[{line}{f',{line}'.join(_filled(map(_quoted, value), WIDTH - len(line)))}{outer}]"
    return _quoted(value)


def _filled(texts: Iterable[str], width: int) -> Iterator[str]:
    """Join *texts* to lines of at most *width* characters, or of one text."""
    filled = ""
    for text in texts:
        if filled and len(filled) + len(text) + 2 > width:
            yield filled
            filled = ""
        filled += f", {text}" if filled else text
    yield filled


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def load_records(data: Path) -> StoredRecords:
    """Read the stored records with their holidays, by alpha-2 code. A new folder has none."""
    records: StoredRecords = {}
    for path in json_files(data / "countries"):
        record = read_json(path, dict[str, object])
        holidays = data / "holidays" / path.name
        if holidays.exists():
            record["holidays"] = read_json(holidays, dict[str, object])
        records[path.stem.upper()] = cast("StoredRecord", record)
    return records


def files_of(records: Mapping[str, StoredRecord], provenance: Mapping[str, object]) -> dict[str, str]:
    """Make the files of the *records* and of their *provenance*, by path in ``data/``."""
    files = {"provenance.json": format_json(provenance)}
    for code, record in records.items():
        name = f"{code.lower()}.json"
        files[f"countries/{name}"] = format_json({k: v for k, v in record.items() if k != "holidays"})
        if "holidays" in record:
            files[f"holidays/{name}"] = format_json(record["holidays"], rows=("items",))
    return files


def changed_and_stale(data: Path, files: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the paths with different stored content, and the stored files of countries and notices not in *files*."""
    changed = [
        name
        for name, text in files.items()
        if not (data / name).is_file() or (data / name).read_bytes() != text.encode("utf-8")
    ]
    stored = {path.relative_to(data).as_posix() for pattern in _BY_COUNTRY_OR_SOURCE for path in data.glob(pattern)}
    return sorted(changed), sorted(name for name in stored - set(files) if "/." not in name)


def rewrite(data: Path, files: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Write *files* to ``data/``; return the paths written and the paths removed.

    All files are written to another folder before the first of them is moved, so a full disk leaves the old dataset.
    """
    changed, stale = changed_and_stale(data, files)
    data.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=data, prefix=".") as scratch:
        written = [Path(scratch) / str(number) for number in range(len(changed))]
        for name, path in zip(changed, written, strict=True):
            (data / name).parent.mkdir(exist_ok=True)
            path.write_bytes(files[name].encode("utf-8"))
        for name, path in zip(changed, written, strict=True):
            path.replace(data / name)
    for name in stale:
        (data / name).unlink()
    return changed, stale
