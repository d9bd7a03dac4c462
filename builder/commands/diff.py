"""Compares two datasets: changes by country, file and field, as text or JSON, and the answers that differ."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from builder.api.field_paths import leaves, value_at
from builder.api.routes import ROUTES
from builder.build import SiteData
from builder.problems import InputError, Problem
from builder.refresh.refresh_types import StoredRecord, StoredRecords
from builder.stages.documents import make_meta
from builder.types import JsonObject

# A change that more countries than this share is listed once: a new fetch date would be listed 250 times.
_SHARED = 10


@dataclass(frozen=True)
class Change:
    """A field's old and new value; ``None`` where it is absent."""

    field: str
    old: Any
    new: Any

    def __str__(self) -> str:
        if self.old is None:
            return f"{self.field}: {_shown(self.new)} (new)"
        if self.new is None:
            return f"{self.field}: {_shown(self.old)} (gone)"
        if isinstance(self.old, list) and isinstance(self.new, list):
            return f"{self.field}: {_listed(self.old, self.new)}"
        if self.field.endswith("Year"):
            return f"{self.field}: {self.old} to {self.new}"
        return f"{self.field}: {_shown(self.old)} to {_shown(self.new)}{_share(self.old, self.new)}"


@dataclass(frozen=True)
class CountryChange:
    """The changes of a country that is in both datasets, by field."""

    cca2: str
    name: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class FileChange:
    """The changes of a file of ``data/`` other than those of countries, by field."""

    file: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Side:
    """One of the two datasets: records with their holidays by alpha-2 code, and the other files by path."""

    records: StoredRecords
    files: Mapping[str, JsonObject]


@dataclass(frozen=True)
class Diff:
    """All differences: alpha-2 codes added and removed, changed countries and files, and the answers that differ.

    ``answers`` are addresses of default answers, or ``None`` where they could not be compared. Documents are not among
    them, because they quote answers of many routes.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[CountryChange, ...]
    files: tuple[FileChange, ...]
    answers: tuple[str, ...] | None

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.files)

    def json(self) -> str:
        """Format all differences as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2)

    def words(self) -> list[str]:
        """Format all differences as lines of Markdown, for release notes and pull requests."""
        if not self:
            return ["Nothing changed."]
        lines = [f"- {code}: added" for code in self.added] + [f"- {code}: removed" for code in self.removed]
        shared = _shared(self.changed)
        lines += [f"- {text} ({count} countries)" for text, count in shared.items()]
        for country in self.changed:
            own = [text for text in map(str, country.changes) if text not in shared]
            lines += [f"- {country.name} ({country.cca2})", *(f"  - {text}" for text in own)] if own else []
        for file in self.files:
            lines += [f"- {file.file}", *(f"  - {change}" for change in file.changes)]
        if self.answers is None:
            return [*lines, "", "Answers were not compared, because a dataset is not valid."]
        return [
            *lines,
            "",
            "Answers that differ, except documents:",
            "",
            *(f"- `{address}`" for address in self.answers),
        ]


def diff(old: Side, new: Side, answers: tuple[str, ...] | None = None) -> Diff:
    """Compare two datasets; *answers* are the addresses whose answers differ, by ``differing_answers``."""
    added, removed = sorted(set(new.records) - set(old.records)), sorted(set(old.records) - set(new.records))
    changed = tuple(
        CountryChange(code, str(value_at(new.records[code], "name.common") or code), changes)
        for code in sorted(set(old.records) & set(new.records))
        if (changes := tuple(_changes(old.records[code], new.records[code])))
    )
    files = tuple(
        FileChange(name, changes)
        for name in sorted({*old.files, *new.files})
        if (changes := tuple(_changes(_by_id(old.files.get(name, {})), _by_id(new.files.get(name, {})))))
    )
    return Diff(tuple(added), tuple(removed), changed, files, answers)


def differing_answers(old: SiteData, new: SiteData) -> tuple[str, ...]:
    """List the addresses of the default answers, and of the redirects to flags, that differ between two sites."""
    before, after = dict(_contents(old)), dict(_contents(new))
    return tuple(address for address in {**before, **after} if before.get(address) != after.get(address))


def _contents(site: SiteData) -> Iterator[tuple[str, object]]:
    """Yield the address of each answer with what its content follows from."""
    dataset, catalogs = site.dataset, {catalog.kind: catalog.items for catalog in site.catalogs}
    for row in site.answers:
        if row.route.kind == "catalog":
            yield row.address, catalogs[row.route.catalog]
        elif row.file or row.query:
            digests = [dataset.records[number].digest for number in row.members]
            yield row.address + (f"?{row.query}" if row.query else ""), digests
    yield from ((asset.address, asset.file.identity) for asset in make_meta(dataset))
    flags = [route.path for route in ROUTES if route.kind == "flag"]
    yield from ((path.replace("{code}", record.cca2.lower()), "") for path in flags for record in dataset.records)


def _changes(old: StoredRecord, new: StoredRecord) -> Iterator[Change]:
    before, after = dict(leaves(old)), dict(leaves(new))
    for field in dict.fromkeys([*before, *after]):
        if before.get(field) != after.get(field):
            yield Change(field, before.get(field), after.get(field))


def _by_id(value: Any) -> Any:
    """Turn lists of objects with an ``id`` into objects by id, so that only the changed entries are listed."""
    if isinstance(value, Mapping):
        return {key: _by_id(item) for key, item in value.items()}
    if isinstance(value, list) and value and all(isinstance(item, Mapping) and "id" in item for item in value):
        return {item["id"]: _by_id(item) for item in value}
    return value


def _shared(countries: Iterable[CountryChange]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for country in countries:
        for change in country.changes:
            counts[str(change)] = counts.get(str(change), 0) + 1
    return {text: count for text, count in counts.items() if count > _SHARED}


def _listed(old: list[Any], new: list[Any]) -> str:
    gained, lost = [item for item in new if item not in old], [item for item in old if item not in new]
    parts = [f"adds {_several(gained)}"] if gained else []
    parts += [f"drops {_several(lost)}"] if lost else []
    return "; ".join(parts) or f"reordered, {_several(new)}"


def _several(items: list[Any]) -> str:
    return ", ".join(map(_shown, items)) if len(items) <= 5 else f"{len(items)} items"


def _shown(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, int | float):
        return f"{value:,}"
    if isinstance(value, list):
        return _several(value)
    if isinstance(value, dict):
        return " ".join(str(part) for part in value.values() if isinstance(part, str))
    return str(value)


def _share(old: Any, new: Any) -> str:
    figures = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (old, new))
    return f" ({(new - old) / abs(old):+.1%})" if figures and old else ""


def load_side(data: Path) -> Side:
    """Read the dataset in the folder *data*, valid or not.

    Raises ``InputError`` with every file that holds no object.
    """
    groups: dict[str, dict[str, JsonObject]] = {"countries": {}, "holidays": {}, "": {}}
    problems = []
    for path in (*data.glob("*.json"), *data.glob("*/*.json")):
        name = path.relative_to(data).as_posix()
        group = "" if _BESIDE.fullmatch(name) else path.parent.name
        if group not in groups:
            continue
        try:
            value = json.loads(path.read_bytes())
        except (ValueError, RecursionError) as error:
            problems.append(Problem(name, "", f"is not JSON: {error}"))
            continue
        if isinstance(value, dict):
            groups[group][path.stem.upper() if group else name] = value
        else:
            problems.append(Problem(name, "", "must hold a JSON object"))
    if problems:
        raise InputError(problems, "Correct these files, or name other datasets.")
    for code, calendar in groups["holidays"].items():
        if code in groups["countries"]:
            groups["countries"][code]["holidays"] = calendar
    return Side(groups["countries"], groups[""])


# The files of ``data/`` that a build reads, other than countries and holidays.
_BESIDE = re.compile(r"(notice|sources|provenance|(reference|compatibility)/[^/]+)\.json")
