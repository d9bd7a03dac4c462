"""Formats, reads and rewrites the generated files of ``data/``. A rewrite changes only files with new content."""

import json
import os
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from textwrap import wrap
from typing import Any

from builder.refresh.json_files import json_files, read_json
from builder.refresh.refresh_types import StoredRecord, StoredRecords

WIDTH = 120
_GENERATED = ("countries/*.json", "holidays/*.json", "flags/*.svg", "notices/*.txt")
# Hashes of the files that the last refresh wrote; the next one uses them to detect edits by hand.
REFRESH_HASHES = "refresh-hashes.json"


def format_json(value: Any, indent: int = 0) -> str:
    """Format JSON for review line by line: indented by two spaces, with short lists of plain values on one line."""
    pad = "  " * (indent + 1)
    if isinstance(value, dict) and value:
        inner = ",\n".join(f"{pad}{_quoted(key)}: {format_json(item, indent + 1)}" for key, item in value.items())
        return f"{{\n{inner}\n{'  ' * indent}}}"
    if isinstance(value, list) and value:
        flat = "[" + ", ".join(map(_quoted, value)) + "]"
        if not any(isinstance(item, dict | list) for item in value) and len(flat) + len(pad) <= WIDTH:
            return flat
        inner = ",\n".join(pad + format_json(item, indent + 1) for item in value)
        return f"[\n{inner}\n{'  ' * indent}]"
    return _quoted(value)


def format_holidays(holidays: Mapping[str, Any]) -> str:
    """Format the holidays of a country with one item per line."""
    head = {key: value for key, value in holidays.items() if key != "items"}
    items = ",\n".join("    " + _quoted(item) for item in holidays["items"])
    return format_json(head).removesuffix("\n}") + f',\n  "items": [\n{items}\n  ]\n}}'


def format_provenance(table: Mapping[str, Any]) -> str:
    """Format the provenance table, with the codes of each source and date on as few lines as possible."""
    fields = []
    for field, entry in table.items():
        sources = [
            f"      {_quoted(source)}: {{\n" + ",\n".join(_codes(*dated) for dated in dates.items()) + "\n      }"
            for source, dates in entry["sources"].items()
        ]
        curated = "".join(
            f",\n    {_quoted(key)}: {format_json(entry[key], 2)}" for key in ("curated", "unconfirmed") if key in entry
        )
        fields.append(f'  {_quoted(field)}: {{\n    "sources": {{\n' + ",\n".join(sources) + f"\n    }}{curated}\n  }}")
    return "{\n" + ",\n".join(fields) + "\n}\n"


def _codes(as_of: str, codes: list[str]) -> str:
    lines = wrap(", ".join(map(_quoted, codes)), WIDTH - 10)
    if len(lines) == 1:
        return f"        {_quoted(as_of)}: [{lines[0]}]"
    return f"        {_quoted(as_of)}: [\n          " + "\n          ".join(lines) + "\n        ]"


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def load_records(data: Path) -> StoredRecords:
    """Read the stored records with their holidays, by alpha-2 code. A new folder has none."""
    records: StoredRecords = {}
    for path in json_files(data / "countries"):
        record = read_json(path, StoredRecord)
        beside = data / "holidays" / path.name
        if beside.exists():
            record["holidays"] = read_json(beside, StoredRecord)
        records[path.stem.upper()] = record
    return records


def files_of(records: Mapping[str, StoredRecord], provenance: Mapping[str, Any]) -> dict[str, str]:
    """Make every generated file of ``data/``, by path in it."""
    files = {"provenance.json": format_provenance(provenance)}
    for code, record in records.items():
        name = f"{code.lower()}.json"
        files[f"countries/{name}"] = format_json({k: v for k, v in record.items() if k != "holidays"}) + "\n"
        if "holidays" in record:
            files[f"holidays/{name}"] = format_holidays(record["holidays"]) + "\n"
    files[REFRESH_HASHES] = (
        format_json({name: _digest(text.encode()) for name, text in sorted(files.items()) if "/" in name}) + "\n"
    )
    return files


def edited_by_hand(data: Path, files: Mapping[str, str]) -> list[str]:
    """List the generated files whose content is neither that of the last refresh nor that of *files*."""
    if not (data / REFRESH_HASHES).exists():
        return []
    written = read_json(data / REFRESH_HASHES, dict[str, str])
    edited = []
    for name, digest in written.items():
        content = (data / name).read_bytes() if (data / name).is_file() else None
        if content is not None and _digest(content) != digest and content != files.get(name, "").encode():
            edited.append(name)
    return edited


def changed_fields(path: Path, text: str) -> list[str]:
    """List the fields in which a stored file differs from *text*; an empty name when they cannot be compared."""
    try:
        stored, wanted = json.loads(path.read_text("utf-8")), json.loads(text)
    except ValueError:
        return [""]
    return [name for name in {**wanted, **stored} if stored.get(name) != wanted.get(name)] or [""]


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=8).hexdigest()


def changed_and_stale(data: Path, files: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the paths with different stored content, and the stored paths that are not in *files*."""
    changed = [
        name
        for name, text in files.items()
        if not (data / name).is_file() or (data / name).read_bytes() != text.encode("utf-8")
    ]
    stored = {
        path.relative_to(data).as_posix()
        for pattern in _GENERATED
        for path in data.glob(pattern)
        if not path.name.startswith(".")
    }
    return sorted(changed), sorted(stored - set(files))


def rewrite(data: Path, files: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Write *files* to ``data/``; return the paths written and the paths removed.

    All files are written under temporary names before the first rename, so a full disk leaves the old dataset intact.
    """
    changed, stale = changed_and_stale(data, files)
    pending = []
    try:
        for name in changed:
            path = data / name
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f".{path.name}.{os.getpid()}.new")
            pending.append((beside, path))
            beside.write_bytes(files[name].encode("utf-8"))
    except OSError:
        for beside, _ in pending:
            beside.unlink(missing_ok=True)
        raise
    for beside, path in pending:
        beside.replace(path)
    for name in stale:
        (data / name).unlink()
    return changed, stale
