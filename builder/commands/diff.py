"""Compares two datasets: changes by country, file and field, as text or JSON, and the answers that differ."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from builder.api.field_paths import leaves, value_at
from builder.api.routes import ROUTES
from builder.build_request import BuildRequest
from builder.commands.other_dataset import git, with_dataset
from builder.config import load_config
from builder.documents import make_meta
from builder.documents.values.changes import label_of
from builder.input_errors import InputError, Problem, refuse
from builder.json_files import parse_object
from builder.site.dataset.loading import dataset_files
from builder.site.reading import read_site
from builder.site.site import Site
from builder.types import JsonObject

# A change that more countries than this share is listed once: a new fetch date would be listed 250 times.
_SHARED = 10
# Answers to name: a change of one country is in the answers of all its regions, languages and rankings.
_MOST = 20


@dataclass(frozen=True)
class Side:
    """One of the two datasets: records with their holidays by alpha-2 code, and the other files by path."""

    records: Mapping[str, Mapping[str, object]]
    files: Mapping[str, JsonObject]


class Difference(TypedDict):
    """A field with its old and new value, null where it is absent."""

    field: str
    old: Any
    new: Any


class ChangedCountry(TypedDict):
    """A country and its changed fields."""

    cca2: str
    name: str
    changes: list[Difference]


class ChangedFile(TypedDict):
    """A file of the dataset and its changed members."""

    file: str
    changes: list[Difference]


class Differences(TypedDict):
    """What differs between two datasets: alpha-2 codes added and removed, countries, files, and addresses of answers.

    ``answers`` are ``None`` where they could not be compared, and ``uncompared`` says why.
    """

    added: list[str]
    removed: list[str]
    changed: list[ChangedCountry]
    files: list[ChangedFile]
    answers: tuple[str, ...] | None
    uncompared: NotRequired[str]


def last_release(request: BuildRequest) -> str:
    """Return the newest tag before the last commit of the project. Raises ``InputError`` if there is none."""
    tag = git(request.root, "describe", "--tags", "--abbrev=0")
    if not tag:
        problem = Problem("OLD", "", "is missing, and the project has no tag of a release to compare with")
        raise InputError([problem], "Name a folder or a git revision, such as HEAD~1.")
    return tag.decode().strip()


def compare_datasets(request: BuildRequest, old: str, new: str) -> Differences:
    """Compare the datasets *old* and *new*, folders or git revisions of the project, as ``diff`` does.

    Raises ``InputError`` when one is neither, or holds a file that is no object.
    """
    kinds, advice = "a folder with countries/", "Name two datasets, such as HEAD~1 and data."
    with with_dataset(request, old, kinds, advice) as before, with_dataset(request, new, kinds, advice) as now:
        sides = load_side(before.data), load_side(now.data)
        sites = []
        for name, project in ((old, before), (new, now)):
            try:
                sites.append(read_site(project, load_config(request.config)))
            except InputError as error:
                # An older dataset can break a rule that came after it.
                more = f" and {len(error.problems) - 1} more problems" if len(error.problems) > 1 else ""
                return diff(*sides, uncompared=f"no site can be made of {name}: {error.problems[0]}{more}")
        return diff(*sides, differing_answers(*sites))


def diff(old: Side, new: Side, answers: tuple[str, ...] | None = None, uncompared: str = "") -> Differences:
    """Compare two datasets.

    *answers* are the addresses of default answers by ``differing_answers``. Documents are not among them, because they
    quote answers of many routes.
    """
    changed: list[ChangedCountry] = [
        {"cca2": code, "name": str(value_at(new.records[code], "name.common") or code), "changes": changes}
        for code in sorted(set(old.records) & set(new.records))
        if (changes := _changes(old.records[code], new.records[code]))
    ]
    files: list[ChangedFile] = [
        {"file": name, "changes": changes}
        for name in sorted({*old.files, *new.files})
        if (changes := _changes(_by_id(old.files.get(name, {})), _by_id(new.files.get(name, {}))))
    ]
    added, removed = sorted(set(new.records) - set(old.records)), sorted(set(old.records) - set(new.records))
    found: Differences = {
        "added": added,
        "removed": removed,
        "changed": changed,
        "files": files,
        "answers": answers,
    }
    return {**found, "uncompared": uncompared} if uncompared else found


def words(found: Differences) -> list[str]:
    """Format all differences as lines of Markdown, for release notes and pull requests.

    Fields are named as on the pages of countries. Of the provenance, and of many answers, there is only the number.
    """
    if not (found["added"] or found["removed"] or found["changed"] or found["files"]):
        return ["Nothing changed."]
    lines = [f"- {code}: added" for code in found["added"]] + [f"- {code}: removed" for code in found["removed"]]
    texts = {
        country["cca2"]: [_described(label_of(change["field"]), change) for change in country["changes"]]
        for country in found["changed"]
    }
    counts = Counter(text for own in texts.values() for text in own)
    lines += [f"- {text} ({count} countries)" for text, count in counts.items() if count > _SHARED]
    for country in found["changed"]:
        own = [text for text in texts[country["cca2"]] if counts[text] <= _SHARED]
        lines += [f"- {country['name']} ({country['cca2']})", *(f"  - {text}" for text in own)] if own else []
    for file in found["files"]:
        if file["file"] == "provenance.json":
            lines.append(f"- {file['file']}: {len(file['changes'])} changes of sources and dates")
        else:
            lines += [
                f"- {file['file']}",
                *(f"  - {_described(change['field'], change)}" for change in file["changes"]),
            ]
    if found["answers"] is None:
        reason = f", because {found['uncompared']}" if "uncompared" in found else ""
        return [*lines, "", f"Answers were not compared{reason}."]
    addresses = [f"- `{address}`" for address in found["answers"][:_MOST]]
    if (rest := len(found["answers"]) - _MOST) > 0:
        addresses.append(f"- and {rest:,} more, which --json lists")
    return [*lines, "", "Answers that differ, except documents:", "", *addresses]


def differing_answers(old: Site, new: Site) -> tuple[str, ...]:
    """List the addresses of the default answers, and of the redirects to flags, that differ between two sites."""
    before, after = dict(_contents(old)), dict(_contents(new))
    return tuple(address for address in {**before, **after} if before.get(address) != after.get(address))


def _contents(site: Site) -> Iterator[tuple[str, object]]:
    """Yield the address of each answer with what its content follows from."""
    dataset, catalogs = site.dataset, {catalog.kind: catalog.items for catalog in site.catalogs}
    for row in site.answers:
        if row.route.catalog:
            yield row.address, catalogs[row.route.catalog]
        elif row.file or row.query:
            digests = [dataset.records[number].digest for number in row.members]
            yield row.address + (f"?{row.query}" if row.query else ""), digests
    yield from ((asset.address, asset.file.identity) for asset in make_meta(dataset, site.manifest["code"]))
    flags = [route.path for route in ROUTES if route.image]
    yield from ((path.replace("{code}", record.cca2.lower()), "") for path in flags for record in dataset.records)


def _changes(old: Mapping[str, object], new: Mapping[str, object]) -> list[Difference]:
    before, after = dict(leaves(old)), dict(leaves(new))
    return [
        {"field": field, "old": before.get(field), "new": after.get(field)}
        for field in dict.fromkeys([*before, *after])
        if before.get(field) != after.get(field)
    ]


def _by_id(value: Any) -> Any:
    """Turn lists of objects with an ``id`` into objects by id, so that only the changed entries are listed."""
    if isinstance(value, Mapping):
        return {key: _by_id(item) for key, item in value.items()}
    if isinstance(value, list) and value and all(isinstance(item, Mapping) and "id" in item for item in value):
        return {item["id"]: _by_id(item) for item in value}
    return value


def _described(name: str, change: Difference) -> str:
    old, new = change["old"], change["new"]
    if old is None:
        return f"{name}: {_shown(new)} (new)"
    if new is None:
        return f"{name}: {_shown(old)} (gone)"
    if isinstance(old, list) and isinstance(new, list):
        return f"{name}: {_listed(old, new)}"
    if change["field"].endswith("Year"):
        return f"{name}: {old} to {new}"
    return f"{name}: {_shown(old)} to {_shown(new)}{_share(old, new)}"


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
    problems: list[Problem] = []
    for name, path in dataset_files(data).items():
        folder = name.rpartition("/")[0]
        group = folder if folder in groups else ""
        # Files of changes are about earlier datasets.
        if folder != "changes" and (value := parse_object(name, path.read_bytes(), problems)) is not None:
            groups[group][path.stem.upper() if group else name] = value
    refuse(problems, "Correct these files, or name other datasets.")
    for code, calendar in groups["holidays"].items():
        if code in groups["countries"]:
            groups["countries"][code]["holidays"] = calendar
    return Side(groups["countries"], groups[""])
