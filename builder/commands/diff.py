"""Compares two datasets: changes by country, file and field, as text or JSON, and the answers that differ."""

import io
import json
import re
import subprocess
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from builder.api.field_paths import leaves
from builder.api.metrics import METRICS
from builder.api.routes import ROUTES, Route
from builder.problems import InputError, Problem
from builder.refresh.refresh_types import StoredRecord, StoredRecords
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

    ``answers`` are addresses. Documents are not among them, because they quote answers of many routes.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[CountryChange, ...]
    files: tuple[FileChange, ...]
    answers: tuple[str, ...]

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
        return [
            *lines,
            "",
            "Answers that differ, except documents:",
            "",
            *(f"- `{address}`" for address in self.answers),
        ]


def diff(old: Side, new: Side) -> Diff:
    """Compare two datasets."""
    added, removed = sorted(set(new.records) - set(old.records)), sorted(set(old.records) - set(new.records))
    changed = tuple(
        CountryChange(code, new.records[code]["name"]["common"], changes)
        for code in sorted(set(old.records) & set(new.records))
        if (changes := tuple(_changes(old.records[code], new.records[code])))
    )
    files = tuple(
        FileChange(name, changes)
        for name in sorted({*old.files, *new.files})
        if (changes := tuple(_changes(_by_id(old.files.get(name, {})), _by_id(new.files.get(name, {})))))
    )
    found = Diff(tuple(added), tuple(removed), changed, files, ())
    return replace(found, answers=tuple(_answers(found, old.records, new.records)))


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


def _answers(found: Diff, old: StoredRecords, new: StoredRecords) -> Iterator[str]:
    came_or_went = [*found.added, *found.removed]
    touched = [*came_or_went, *(country.cca2 for country in found.changed)]
    for route in ROUTES:
        if route.path_parameter is None:
            if _differs(route, found, old, new, any_record=bool(touched)):
                yield route.path
            continue
        # A redirect depends on nothing of a record but its code.
        codes = came_or_went if route.kind == "flag" else touched
        records = [side[code] for code in codes for side in (old, new) if code in side]
        keys = [key for record in records for key in _keys(route, record)]
        if route.index == "lang":
            keys += _language_codes(found.files)
        place = f"{{{route.path_parameter.name}}}"
        yield from (route.path.replace(place, quote(key, safe="")) for key in dict.fromkeys(keys))


def _differs(route: Route, found: Diff, old: StoredRecords, new: StoredRecords, *, any_record: bool) -> bool:
    if route.kind == "catalog":
        return _catalog(route.catalog, old) != _catalog(route.catalog, new)
    if route.kind == "file":
        # The health answer contains the revision, which is a hash of the dataset.
        is_notice = any(change.file == "notice.json" for change in found.files)
        return {"getNotice": is_notice, "getHealth": _is_read(found)}.get(route.operation, False)
    return any_record


def _is_read(found: Diff) -> bool:
    """Whether the revision changed. Fields that only the restcountries routes use do not enter it."""
    return bool(replace(found, files=tuple(file for file in found.files if not file.file.startswith("compatibility/"))))


def _catalog(index: str, records: StoredRecords) -> dict[str, list[str]]:
    items: dict[str, list[str]] = {}
    for record in sorted(records.values(), key=lambda record: str(record["name"]["common"]).casefold()):
        names = {
            "subregions": [f"{record.get('region')}/{record['subregion']}"] if "subregion" in record else [],
            "tlds": record.get("tld", []),
        }
        for name in names[index]:
            items.setdefault(name, []).append(record["cca2"])
    return items


def _language_codes(files: Iterable[FileChange]) -> list[str]:
    """List the two-letter language codes that only one of the two datasets accepts."""
    return [
        code
        for file in files
        if file.file == "reference/languages.json"
        for change in file.changes
        if change.field.endswith(".alpha2")
        for code in (change.old, change.new)
        if code
    ]


_METRICS = {metric.name: metric for metric in METRICS}
# Metrics that the build computes: the dividend and the divisor. Stored records do not have them.
_RATIOS = {"populationDensity": ("population", "area")}


def _is_ranked(metric: str, record: StoredRecord) -> bool:
    if metric in _RATIOS:
        number, by = (_METRICS[name].value(record) for name in _RATIOS[metric])
        return number is not None and bool(by)
    return _METRICS[metric].value(record) is not None


def _keys(route: Route, record: StoredRecord) -> Iterable[str]:
    if route.kind in {"codes", "flag"}:
        return [record["cca2"]]
    keys: dict[str, Iterable[str]] = {
        "names": [record["name"]["common"]],
        "capitals": record.get("capital", []),
        "region": [record["region"]] if "region" in record else [],
        "subregion": [record["subregion"]] if "subregion" in record else [],
        "lang": record.get("languages", {}),
        "currency": record.get("currencies", {}),
        "continent": record.get("continents", []),
        "cioc": [record["cioc"]] if "cioc" in record else [],
        "rank": [metric for metric in _METRICS if _is_ranked(metric, record)],
    }
    return keys[route.index]


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


def load_side(name: str, root: Path) -> Side:
    """Read a dataset: its folder, a project folder with ``data/``, or a git revision of the project *root*.

    Raises ``InputError`` when *name* is none of these.
    """
    for folder in (Path(name), Path(name) / "data"):
        if name and (folder / "countries").is_dir():
            paths = (*folder.glob("*.json"), *folder.glob("*/*.json"))
            return _side((path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths)
    archive = dataset_archive(name, root, "a folder with countries/", "Name two datasets, such as HEAD~1 and data.")
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        members = [(member.name.removeprefix("data/"), tar.extractfile(member)) for member in tar if member.isfile()]
        return _side((path, stream.read()) for path, stream in members if stream)


def dataset_archive(revision: str, root: Path, otherwise: str, advice: str = "") -> bytes:
    """Read ``data/`` at a git *revision* of the project at *root*, as a tar archive.

    Raises ``InputError`` when the revision does not exist or has no dataset. *otherwise* names, for the message, what
    else the caller accepts.
    """
    verified = _git(root, "rev-parse", "--quiet", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    if verified is None:
        raise InputError([Problem(revision, "", f"is neither {otherwise} nor a git revision")], advice)
    archive = _git(root, "archive", "--format=tar", verified.decode().strip(), "data")
    if archive is None:
        raise InputError([Problem(revision, "", "has no dataset in data/")])
    return archive


def _git(root: Path, *arguments: str) -> bytes | None:
    try:
        done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, check=False)  # noqa: S603, S607
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


# The files of ``data/`` that a build reads, other than countries and holidays.
_BESIDE = re.compile(r"(notice|sources|provenance|(reference|compatibility)/[^/]+)\.json")


# What a comparison reads of a record, and its type.
_READ: Mapping[str, type] = {
    "cca2": str,
    "region": str,
    "subregion": str,
    "cioc": str,
    "capital": list,
    "tld": list,
    "continents": list,
    "languages": dict,
    "currencies": dict,
}


def _wrong(file: str, record: JsonObject) -> Iterator[Problem]:
    """Yield what keeps a record from being compared."""
    name = record.get("name")
    if not isinstance(name, dict) or not isinstance(name.get("common"), str):
        yield Problem(file, "name.common", "must be a text")
    if "cca2" not in record:
        yield Problem(file, "cca2", "is missing")
    for field, kind in _READ.items():
        if field in record and not isinstance(record[field], kind):
            yield Problem(file, field, f"must be of type {kind.__name__}, not {type(record[field]).__name__}")


def _side(files: Iterable[tuple[str, bytes]]) -> Side:
    groups: dict[str, dict[str, JsonObject]] = {"countries": {}, "holidays": {}, "": {}}
    problems = []
    for name, content in files:
        path = PurePosixPath(name)
        group = "" if _BESIDE.fullmatch(name) else path.parent.as_posix()
        if group not in groups or path.suffix != ".json":
            continue
        try:
            value = json.loads(content)
        except ValueError as error:
            problems.append(Problem(name, "", f"is not JSON: {error}"))
            continue
        if not isinstance(value, dict):
            problems.append(Problem(name, "", "must hold a JSON object"))
            continue
        groups[group][path.stem.upper() if group else name] = value
    for code, record in groups["countries"].items():
        problems += _wrong(f"countries/{code.lower()}.json", record)
    if problems:
        raise InputError(problems, "Name datasets that countries check accepts.")
    for code, calendar in groups["holidays"].items():
        if code in groups["countries"]:
            groups["countries"][code]["holidays"] = calendar
    return Side(groups["countries"], groups[""])
