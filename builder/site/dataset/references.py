"""Checks that what files other than records name is there: countries, sources, fields."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

from builder.api.dataset_types import ChangesFile, SourceFile
from builder.api.json_schemas import Members, has_field
from builder.api.sources import OWN_TITLES
from builder.api.types import JsonObject
from builder.inputs.errors import Problem
from builder.site.dataset.part_of_world import CODES

Files = Mapping[str, JsonObject]

_SOURCES = (("provenance.json", "*.sources.#"), ("licences.json", "notices.*.source"))


def broken_references(files: Files, codes: Collection[str], fields: Members) -> Iterator[Problem]:
    """Yield everything that a file names and that is not there.

    *files* are those that fit their models, by path; *codes* are the alpha-2 codes of the records,
    and *fields* those of a record.
    """
    yield from _unknown_names(files, CODES, codes, "is not the cca2 code of a country in the dataset")
    yield from _changes_of_nobody(files, codes)
    yield from _unknown_fields(files, fields)
    if "sources.json" in files:
        listed = cast("SourceFile", files["sources.json"])
        entries = (*listed["sources"], *listed.get("peers", ()), *listed.get("tables", ()))
        ids = Counter(source["id"] for source in entries if "id" in source)
        yield from (Problem("sources.json", one, "is the id of two sources") for one, count in ids.items() if count > 1)
        yield from _unknown_names(files, _SOURCES, {*ids, *OWN_TITLES}, "is not the id of a source in sources.json")
    yield from _misnamed_changes(files)


def _unknown_names(
    files: Files, places: Collection[tuple[str, str]], known: Collection[str], message: str
) -> Iterator[Problem]:
    found = Counter(
        (file, name)
        for file, path in places
        for name in _named(files.get(file, {}), path.split("."))
        if name not in known
    )
    for (file, name), count in found.items():
        yield Problem(file, name, message if count == 1 else f"{message} ({count:,} places)")


def _unknown_fields(files: Files, fields: Members) -> Iterator[Problem]:
    for path in files.get("provenance.json", {}):
        if not has_field(fields, path):
            yield Problem("provenance.json", path, "is no field of a record")


def _named(value: Any, way: list[str]) -> Iterator[str]:
    if not way:
        yield value
    elif way[0] == "#":
        yield from value
    elif way[0] == "*":
        for member in value.values() if isinstance(value, dict) else value:
            yield from _named(member, way[1:])
    elif way[0] in value:
        yield from _named(value[way[0]], way[1:])


def _changes(files: Files) -> Iterator[tuple[str, ChangesFile]]:
    return ((name, cast("ChangesFile", value)) for name, value in files.items() if name.startswith("changes/"))


def _misnamed_changes(files: Files) -> Iterator[Problem]:
    for name, value in _changes(files):
        day = name.removeprefix("changes/").removesuffix(".json")
        if value["date"] != day:
            yield Problem(name, "date", f"must be the name of the file, {day}")


def _changes_of_nobody(files: Files, codes: Collection[str]) -> Iterator[Problem]:
    rows = [(name, number, row) for name, value in _changes(files) for number, row in enumerate(value["changes"])]
    # A change that removed a country has no new code.
    gone = {row["cca2"] for _, _, row in rows if row["field"] == "cca2" and not row.get("new")}
    for name, number, row in rows:
        if row["cca2"] not in codes and row["cca2"] not in gone:
            message = f"is of {row['cca2']}, which is not in the dataset, and no change removed it"
            yield Problem(name, f"changes[{number}]", message)
