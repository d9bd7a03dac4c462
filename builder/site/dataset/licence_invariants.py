"""Checks that each text of a licence that must accompany what is taken from a source is in the dataset."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from builder.input_errors import Problem
from builder.types import JsonObject

if TYPE_CHECKING:
    from builder.dataset_types import LicenceTable, SourceFile

# Their text must be repeated with what they cover.
_REPEATED = ("BSD", "ISC", "MIT")


def missing_notices(folder: Path, files: Mapping[str, JsonObject]) -> Iterator[Problem]:
    """Yield each source that ``licences.json`` lacks, or whose text is neither there nor in *folder*.

    *files* are the valid files of the dataset by path. A text in *folder* is ``<source>.txt``.
    """
    if not files.keys() >= {"sources.json", "licences.json"}:
        return
    licences, sources = cast("LicenceTable", files["licences.json"]), cast("SourceFile", files["sources.json"])
    notices = {notice["source"]: notice for notice in licences["notices"]}
    for source in sources["sources"]:
        name, licence = source["id"], source["licence"]
        if not licence.startswith(_REPEATED):
            continue
        if name not in notices:
            yield Problem("licences.json", "notices", f"lacks {name}, whose licence {licence} must be repeated")
            continue
        text = folder / f"{name}.txt"
        if not notices[name].get("text") and not (text.is_file() and text.read_bytes().strip()):
            yield Problem(f"notices/{name}.txt", "", f"is missing or empty; restore the text of its licence, {licence}")
