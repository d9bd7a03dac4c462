"""Checks the countries and sources that files other than records name: each must exist."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import cast

from builder.api.dataset_files import ChangesFile, LicencesFile, SourceFile
from builder.api.types import JsonObject
from builder.inputs.errors import Problem
from builder.site.dataset.part_of_world import BY_COUNTRY, FORMER

Files = Mapping[str, JsonObject]

_LICENCES = "licences.json"


def broken_references(files: Files, codes: Collection[str]) -> Iterator[Problem]:
    """Yield each name of no country or source, each id of two sources, and each file of changes with a wrong name.

    *files* are by path, and fit their models; *codes* are the alpha-2 codes of the records.
    """
    references = [(file, code) for file in BY_COUNTRY for code in files.get(file, {})]
    former = cast("Mapping[str, Collection[str]]", files.get(FORMER, {}))
    references += [(FORMER, code) for code in chain.from_iterable(former.values())]
    yield from _unknown_names(references, codes, "is not the cca2 code of a country in the dataset")
    yield from _changes_of_no_country(files, codes)
    if "sources.json" in files:
        sources = cast("SourceFile", files["sources.json"])
        entries = (*sources["sources"], *sources.get("peers", ()), *sources.get("tables", ()))
        ids = Counter(source["id"] for source in entries if "id" in source)
        yield from (Problem("sources.json", key, "is the id of two sources") for key, count in ids.items() if count > 1)
        notices = cast("LicencesFile", files.get(_LICENCES, {"notices": ()}))["notices"]
        used = [(_LICENCES, notice["source"]) for notice in notices]
        yield from _unknown_names(used, ids, "is not the id of a source in sources.json")
    yield from _misnamed_changes(files)


def _unknown_names(references: Collection[tuple[str, str]], known: Collection[str], message: str) -> Iterator[Problem]:
    """Yield a problem for each name that is not *known*. *references* are pairs of a file and a name in it."""
    found = Counter((file, name) for file, name in references if name not in known)
    for (file, name), count in found.items():
        yield Problem(file, name, message if count == 1 else f"{message} ({count:,} places)")


def _changes(files: Files) -> Iterator[tuple[str, ChangesFile]]:
    return ((name, cast("ChangesFile", value)) for name, value in files.items() if name.startswith("changes/"))


def _misnamed_changes(files: Files) -> Iterator[Problem]:
    for name, value in _changes(files):
        day = name.removeprefix("changes/").removesuffix(".json")
        if value["date"] != day:
            yield Problem(name, "date", f"must be the name of the file, {day}")


def _changes_of_no_country(files: Files, codes: Collection[str]) -> Iterator[Problem]:
    rows = [(name, number, row) for name, value in _changes(files) for number, row in enumerate(value["changes"])]
    # A change that removed a country has no new code.
    removed = {row["cca2"] for _, _, row in rows if row["field"] == "cca2" and not row.get("new")}
    for name, number, row in rows:
        if row["cca2"] not in codes and row["cca2"] not in removed:
            message = f"is of {row['cca2']}, which is not in the dataset, and no change removed it"
            yield Problem(name, f"changes[{number}]", message)
