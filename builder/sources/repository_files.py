"""Pinned files of public repositories, and the small tables of figures that are kept of them in ``data/figures/``.

The tables are what a refresh works with: it reads the files themselves only when their pins have moved, so that neither
``refresh --check`` nor a machine without a network needs them.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder.problems import InputError, Problem
from builder.sources.http_client import Client, Unavailable
from builder.sources.source_list import PinnedFile, Repository, Source
from builder.sources.stored_records import Facts, StoredRecord

# Figures by name, alpha-2 code and year.
Series = dict[str, dict[str, dict[str, float]]]
Files = Mapping[str, bytes]


@dataclass(frozen=True)
class RepositoryReader:
    """How a source's files become figures, and figures become facts for a year.

    ``extract`` raises ``InputError`` for a file of another form and for a code that is neither that of a known country
    nor among the listed areas.
    """

    extract: Callable[[Source, Files, Mapping[str, StoredRecord], Collection[str]], Series]
    facts: Callable[[Series, int], Facts]


def fetch_files(source: Source, cache: Path, folder: Path | None, client: Client) -> dict[str, bytes]:
    """Contents of a source's pinned files by their keys: from *folder* where given, else from *cache* or the network.

    Raises ``InputError`` listing every file that is missing, does not download or has other bytes than the pinned ones.
    """
    if source.repository is None:
        raise InputError([Problem("sources.json", source.id, "names no repository to read files from")])
    contents: dict[str, bytes] = {}
    problems: list[Problem] = []
    for key, pinned in source.repository.files.items():
        try:
            contents[key] = _content(source.repository, pinned, cache, folder, client)
        except (FileNotFoundError, Unavailable, ValueError) as failure:
            problems.append(Problem(pinned.path if folder is None else pinned.name, source.id, str(failure)))
    if problems:
        raise InputError(problems, "data/ is untouched. Where the network does not reach, use --from FOLDER.")
    if folder is None:
        cache.mkdir(parents=True, exist_ok=True)
        for key, pinned in source.repository.files.items():
            if not (cache / pinned.sha256).exists():
                (cache / pinned.sha256).write_bytes(contents[key])
    return contents


def _content(repository: Repository, pinned: PinnedFile, cache: Path, folder: Path | None, client: Client) -> bytes:
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
    """Path of a source's table below ``data/``."""
    return f"figures/{source.id}.json"


def read_figures(data: Path, source: Source) -> Series | None:
    """Figures kept of a source; ``None`` where there are none or they come from files that are no longer pinned."""
    path = data / figures_name(source)
    if not path.exists():
        return None
    table = json.loads(path.read_text("utf-8"))
    if source.repository is None or table["sha256"] != _hashes(source):
        return None
    series: Series = table["figures"]
    return series


def format_figures(source: Source, series: Series) -> str:
    """Spell a table of figures with one country a line."""
    blocks = []
    for name, countries in series.items():
        lines = [f"      {json.dumps(code)}: {json.dumps(countries[code])}" for code in sorted(countries)]
        blocks.append(f"    {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n    }")
    hashes = ",\n".join(f"    {json.dumps(key)}: {json.dumps(digest)}" for key, digest in _hashes(source).items())
    return f'{{\n  "sha256": {{\n{hashes}\n  }},\n  "figures": {{\n' + ",\n".join(blocks) + "\n  }\n}\n"


def _hashes(source: Source) -> dict[str, str]:
    return {key: pinned.sha256 for key, pinned in source.repository.files.items()} if source.repository else {}
