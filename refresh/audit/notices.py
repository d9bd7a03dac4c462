"""Finds sources whose licence must be repeated, and whose text is missing."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from builder.api.dataset_files import LicencesFile, SourceEntry
from builder.inputs.errors import Problem

# Beginnings of the names of licences whose text must be repeated.
_REPEATED = ("BSD", "ISC", "MIT")


def missing_notices(folder: Path, sources: Iterable[SourceEntry], licences: LicencesFile) -> Iterator[Problem]:
    """Yield each source whose licence must be repeated, if its notice, or the text of its licence, is missing."""
    notices = {notice["source"]: notice for notice in licences["notices"]}
    for source in sources:
        name, licence = source["id"], source["licence"]
        if not licence.startswith(_REPEATED):
            continue
        if name not in notices:
            yield Problem("licences.json", "notices", f"lacks {name}, whose licence {licence} must be repeated")
            continue
        text = folder / f"{name}.txt"
        if not notices[name].get("text") and not (text.is_file() and text.read_bytes().strip()):
            yield Problem(f"notices/{name}.txt", "", f"is missing or empty; restore the text of its licence, {licence}")
