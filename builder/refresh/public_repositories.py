"""Reads pinned files of public repositories, and stores the figures used from them in ``data/figures/``.

A refresh uses the stored figures. It reads the files again only when their pins have changed, so that ``refresh
--check`` and machines without a network do not need them.
"""

import hashlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from builder.problems import InputError, Problem
from builder.refresh.data_files import format_json
from builder.refresh.json_files import read_json
from builder.refresh.refresh_types import Facts, StoredRecord, Unavailable
from builder.refresh.source_list import PinnedFile, Repository, Source

if TYPE_CHECKING:
    from builder.refresh.http_client import Client

# Figures by name, alpha-2 code and year; names by kind, alpha-2 code and language.
Series = dict[str, dict[str, dict[str, Any]]]
Files = Mapping[str, bytes]


class StoredFigures(TypedDict):
    """Figures as stored, with the hashes of the files that they come from."""

    sha256: dict[str, str]
    figures: Series


@dataclass(frozen=True)
class RepositoryReader:
    """The functions of a source that turn its files into figures, and figures into facts for a year.

    ``extract`` raises ``InputError`` for a file with an unexpected format, and for a code that is neither a known
    country nor a listed area.
    """

    extract: Callable[[Source, Files, Mapping[str, StoredRecord], Collection[str]], Series]
    facts: Callable[[Series, int], Facts]


def fetch_files(source: Source, cache: Path, folder: Path | None, client: "Client") -> dict[str, bytes]:
    """Read a source's pinned files, by key: from *folder* if given, otherwise from *cache* or the network.

    Raises ``InputError`` with every file that is missing, cannot be downloaded or has a wrong hash.
    """
    if source.repository is None:
        raise InputError([Problem("sources.json", source.id, "names no repository to read files from")])
    contents: dict[str, bytes] = {}
    problems: list[Problem] = []
    for key, pinned in source.files.items():
        try:
            contents[key] = _content(source.repository, pinned, cache, folder, client)
        except (FileNotFoundError, Unavailable, ValueError) as failure:
            problems.append(Problem(pinned.path if folder is None else pinned.name, source.id, str(failure)))
    if problems:
        raise InputError(problems, "data/ is unchanged. Where the network does not reach, use --from FOLDER.")
    if folder is None:
        cache.mkdir(parents=True, exist_ok=True)
        for key, pinned in source.files.items():
            if not (cache / pinned.sha256).exists():
                (cache / pinned.sha256).write_bytes(contents[key])
    return contents


def _content(repository: Repository, pinned: PinnedFile, cache: Path, folder: Path | None, client: "Client") -> bytes:
    kept = cache / pinned.sha256 if folder is None else folder / pinned.name
    if kept.is_file():
        content = kept.read_bytes()
    elif folder is not None:
        raise FileNotFoundError(f"is not in {folder}")
    else:
        try:
            content = client.content(f"{repository.address}/{repository.commit}/{pinned.path}")
        except Unavailable as failure:
            raise Unavailable(f"did not download: {failure}") from None
    actual = hashlib.sha256(content).hexdigest()
    if actual != pinned.sha256:
        raise ValueError(f"has sha256 {actual}, pinned is {pinned.sha256}")
    return content


def figures_name(source: Source) -> str:
    """Path of a source's stored figures in ``data/``."""
    return f"figures/{source.id}.json"


def read_figures(data: Path, source: Source) -> Series | None:
    """Read a source's stored figures; ``None`` when there are none or their files are no longer pinned."""
    path = data / figures_name(source)
    if not path.exists():
        return None
    table = read_json(path, StoredFigures)
    return table["figures"] if table["sha256"] == _hashes(source) else None


def format_figures(source: Source, series: Series) -> str:
    """Format stored figures with one line for each country."""
    figures = {name: dict(sorted(countries.items())) for name, countries in series.items()}
    return format_json({"sha256": _hashes(source), "figures": figures}, rows=figures)


def _hashes(source: Source) -> dict[str, str]:
    return {key: pinned.sha256 for key, pinned in source.files.items()}
