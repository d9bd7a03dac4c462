"""What changed between two datasets: by country and field, in words and as data, and which answers it touches."""

import io
import json
import subprocess
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from builder.problems import InputError, Problem
from builder.sources.facts import Record, Records, leaves
from builder.tables.routes import ROUTES, Route

# A change that this many countries share is told once: a new date of fetching is not 250 pieces of news.
_SHARED = 10


@dataclass(frozen=True)
class Change:
    """A field's value before and after; ``None`` where it was or is absent."""

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
        return f"{self.field}: {_shown(self.old)} to {_shown(self.new)}{_share(self.old, self.new)}"


@dataclass(frozen=True)
class CountryChange:
    """A country that is in both datasets and its changes by field."""

    cca2: str
    name: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Diff:
    """Alpha-2 codes that came and went, what changed in the others, and the addresses whose answers differ."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[CountryChange, ...]
    answers: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)

    def json(self) -> str:
        """Spell the whole as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2)

    def words(self) -> list[str]:
        """Lines for a reader; Markdown lists, so that they can stand in release notes and in a proposal of change."""
        if not self:
            return ["No country changed."]
        lines = [f"- {code}: added" for code in self.added] + [f"- {code}: removed" for code in self.removed]
        shared = _shared(self.changed)
        lines += [f"- {text} ({count} countries)" for text, count in shared.items()]
        for country in self.changed:
            own = [text for text in map(str, country.changes) if text not in shared]
            lines += [f"- {country.name} ({country.cca2})", *(f"  - {text}" for text in own)] if own else []
        return [*lines, "", "Answers that differ:", "", *(f"- `{address}`" for address in self.answers)]


def diff(old: Records, new: Records) -> Diff:
    """Compare two sets of records by alpha-2 code."""
    added, removed = sorted(set(new) - set(old)), sorted(set(old) - set(new))
    changed = tuple(
        CountryChange(code, new[code]["name"]["common"], changes)
        for code in sorted(set(old) & set(new))
        if (changes := tuple(_changes(old[code], new[code])))
    )
    touched = [*added, *removed, *(country.cca2 for country in changed)]
    records = [dataset[code] for code in touched for dataset in (old, new) if code in dataset]
    fields = {change.field for country in changed for change in country.changes}
    return Diff(tuple(added), tuple(removed), changed, tuple(_answers(records, fields, bool(added or removed))))


def _changes(old: Record, new: Record) -> Iterator[Change]:
    before, after = dict(leaves(old)), dict(leaves(new))
    for field in dict.fromkeys([*before, *after]):
        if before.get(field) != after.get(field):
            yield Change(field, before.get(field), after.get(field))


def _answers(records: Iterable[Record], fields: set[str], moved: bool) -> Iterator[str]:  # noqa: FBT001
    records = list(records)
    if not records:
        return
    for route in ROUTES:
        if route.path_parameter is None:
            if route.kind in {"list", "random", "current", "independent"} or _in_catalog(route, fields, moved=moved):
                yield route.path
            continue
        keys = dict.fromkeys(key for record in records for key in _keys(route, record))
        if route.kind != "flag" or moved:
            place = f"{{{route.path_parameter.name}}}"
            yield from (route.path.replace(place, quote(key, safe="")) for key in keys)


def _in_catalog(route: Route, fields: set[str], *, moved: bool) -> bool:
    filled = {"subregions": {"region", "subregion"}, "tlds": {"tld"}}.get(route.index, set())
    return route.kind == "catalog" and (moved or bool(fields & filled))


# What of a record is a metric's own figure, or enters it: the build derives two of them.
_FIGURES = {
    "gdp": ("enrichment", "economics", "gdp"),
    "gdpPerCapita": ("enrichment", "economics", "gdp"),
    "hdi": ("enrichment", "development", "hdi"),
    "lifeExpectancy": ("enrichment", "development", "lifeExpectancy"),
    "population": ("population",),
    "area": ("area",),
    "populationDensity": ("area",),
}


def _keys(route: Route, record: Record) -> Iterable[str]:
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
        "rank": [metric for metric, path in _FIGURES.items() if _inside(record, path) is not None],
    }
    return keys[route.index]


def _inside(record: Any, path: Iterable[str]) -> Any:
    for key in path:
        record = record.get(key) if isinstance(record, Mapping) else None
    return record


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
    return "; ".join(parts) or f"in another order, {_several(new)}"


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


def load_side(name: str, root: Path) -> Records:
    """Read one side: a folder of a dataset (or a project with ``data/``), else a git revision of the project at *root*.

    Raises ``InputError`` when it is neither.
    """
    for folder in (Path(name), Path(name) / "data"):
        if name and (folder / "countries").is_dir():
            return _records(
                (path.relative_to(folder).as_posix(), path.read_bytes()) for path in folder.glob("*/*.json")
            )
    verified = _git(root, "rev-parse", "--quiet", "--verify", "--end-of-options", f"{name}^{{commit}}")
    if verified is None:
        raise InputError(
            [Problem(name, "", "is neither a folder with countries/ nor a git revision")],
            "Name two datasets, such as HEAD~1 and data.",
        )
    archive = _git(root, "archive", "--format=tar", verified.decode().strip(), "data")
    if archive is None:
        raise InputError([Problem(name, "", "is a revision without a dataset in data/")])
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        members = [(member.name.removeprefix("data/"), tar.extractfile(member)) for member in tar if member.isfile()]
        return _records((path, stream.read()) for path, stream in members if stream)


def _git(root: Path, *arguments: str) -> bytes | None:
    try:
        done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, check=False)  # noqa: S603, S607
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def _records(files: Iterable[tuple[str, bytes]]) -> Records:
    records: Records = {}
    holidays: dict[str, Any] = {}
    for name, content in files:
        path = PurePosixPath(name)
        if path.suffix != ".json" or path.parent.name not in {"countries", "holidays"}:
            continue
        try:
            (records if path.parent.name == "countries" else holidays)[path.stem.upper()] = json.loads(content)
        except ValueError as error:
            raise InputError([Problem(name, "", f"is not JSON: {error}")]) from None
    for code, calendar in holidays.items():
        if code in records:
            records[code]["holidays"] = calendar
    return records
