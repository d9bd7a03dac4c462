"""The files of ``data/`` that are each made from one package: flags, outlines, and fields of restcountries."""

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import NamedTuple

from builder.refresh.package_archive import Archive
from builder.refresh.source_list import Source, SourceList


class PackageFiles(NamedTuple):
    """Files from the package of *source*: shell patterns of their paths in ``data/``, and what makes them by path.

    ``make`` gets the package and the alpha-2 codes of all countries. It raises ``InputError`` with every file that it
    cannot make.
    """

    source: str
    patterns: tuple[str, ...]
    make: Callable[[Archive, Collection[str]], dict[str, str]]


def files_of_packages(
    wanted: Iterable[PackageFiles],
    data: Path,
    catalog: SourceList,
    fetch: Callable[[Source], Archive],
    codes: Collection[str],
    *,
    only: str = "",
) -> dict[str, str]:
    """Make the *wanted* files of each source in *catalog*, by path in ``data/``.

    With *only*, the files of other sources stay as stored.
    """
    known = {source.id: source for source in catalog.sources}
    files: dict[str, str] = {}
    for some in wanted:
        if some.source in known and only in ("", some.source):
            files |= some.make(fetch(known[some.source]), codes)
        elif some.source in known:
            stored = (path for pattern in some.patterns for path in data.glob(pattern))
            files |= {path.relative_to(data).as_posix(): path.read_text("utf-8") for path in stored}
    return files
