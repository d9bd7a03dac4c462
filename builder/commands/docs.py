"""The pages of the documents as Markdown files for ``docs/``, where readers of the repository find them."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from builder.paths import public_path
from builder.types import File

_PREFIX, _SUFFIX = public_path("docs/"), ".txt"


def make_handbook(files: Iterable[File], docs: str) -> dict[str, str]:
    """Make the Markdown of every page among *files*, by file name.

    Links between the pages, which the texts spell with the origin *docs*, lead from file to file.
    """
    pages = {
        file.path.removeprefix(_PREFIX).removesuffix(_SUFFIX): file.body.decode()
        for file in files
        if file.path.startswith(_PREFIX) and file.path.endswith(_SUFFIX)
    }
    link = re.compile(rf"\]\({re.escape(docs)}/({'|'.join(map(re.escape, pages))})\.txt")
    return {f"{name}.md": link.sub(r"](\1.md", text) for name, text in sorted(pages.items())}


def differing(folder: Path, pages: Mapping[str, str]) -> tuple[str, ...]:
    """Name the files of *folder* that are not as in *pages*: changed, missing or of no page."""
    there = {path.name: path.read_text("utf-8") for path in folder.glob("*.md")}
    return tuple(sorted(name for name in there | dict(pages) if there.get(name) != pages.get(name)))


def write_handbook(folder: Path, pages: Mapping[str, str]) -> None:
    """Make *folder* hold *pages* and no others.

    A file is written beside its name and then renamed to it, so none is ever half-written.
    """
    folder.mkdir(exist_ok=True)
    for name in differing(folder, pages):
        if name not in pages:
            (folder / name).unlink()
            continue
        temporary = folder / f".{name}.new"
        temporary.write_text(pages[name], "utf-8")
        temporary.replace(folder / name)
