"""Writes the pages of the documents as Markdown files to ``docs/``, for readers of the repository."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from builder.build_request import BuildRequest
from builder.config import load_config
from builder.input_errors import Progress
from builder.output_paths import public_path
from builder.publication import publish_whole
from builder.site.reading import read_site
from builder.site_urls import is_loopback
from builder.types import File
from builder.whole_files import write_whole

_PREFIX, _SUFFIX = public_path("docs/"), ".txt"
_GENERATED = "<!-- Written by countries docs. Do not edit: README.md in this folder names the sources. -->\n\n"
# A name that is reserved for documents (RFC 2606).
_EXAMPLE = "https://api.example.org"
_README = """# Documents

This folder is generated. `countries docs` writes its files from the same templates as the pages of the site, with real
answers of the service. Do not edit them here:

| file | source |
|---|---|
| `hosting-<name>.md` | `page.md` in `builder/hosts/<name>/` |
| `route-<name>.md` | `templates/text/route.md`, for the routes in `builder/api/routes.py` |
| `README.md` | `builder/commands/docs.py` |
| any other | `templates/pages/<name>.md` |

Edit the source and run `countries docs`. `countries docs --check` lists the files that differ.

What was decided, and why, is written by hand in the folder `decisions/` of the repository.
"""


def renew_docs(request: BuildRequest, progress: Progress, *, write: bool) -> tuple[str, ...]:
    """Make the documents of *request*, and list the files of ``docs/`` that differ; with *write*, also write them."""
    config = load_config(request.config)
    site = publish_whole(read_site(request, config), request, progress)
    folder, pages = request.root / "docs", make_docs(site.files, config.base_url, config.docs)
    names = differing(folder, pages)
    if write:
        write_docs(folder, pages)
    return names


def make_docs(files: Iterable[File], base_url: str, docs: str) -> dict[str, str]:
    """Make the Markdown of every page in *files*, by file name, and a README that names their sources.

    Links that start with the URL *docs* become links from file to file. Where *base_url* is of this machine alone, an
    example takes its place, and other links to the site become their text.
    """
    pages = {
        file.path.removeprefix(_PREFIX).removesuffix(_SUFFIX): file.body.decode()
        for file in files
        if file.path.startswith(_PREFIX) and file.path.endswith(_SUFFIX)
    }
    link = re.compile(rf"\]\({re.escape(docs)}/({'|'.join(map(re.escape, pages))})\.txt")
    made = {f"{name}.md": link.sub(r"](\1.md", text) for name, text in sorted(pages.items())}
    if is_loopback(base_url):
        made = {name: _without_links(text, base_url).replace(base_url, _EXAMPLE) for name, text in made.items()}
    return {name: _GENERATED + text for name, text in {**made, "README.md": _README}.items()}


def _without_links(text: str, origin: str) -> str:
    """Replace the links to *origin* by their text, and addresses that are links themselves by code."""
    start = re.escape(origin)
    text = re.sub(rf"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\({start}[^()\s]*\)", r"\1", text)
    return re.sub(rf"<({start}[^<>\s]*)>", r"`\1`", text)


def differing(folder: Path, pages: Mapping[str, str]) -> tuple[str, ...]:
    """List the files of *folder* that differ from *pages*: changed, missing, or not a page."""
    there = {path.name: path.read_text("utf-8") for path in folder.glob("*.md")}
    return tuple(sorted(name for name in there | dict(pages) if there.get(name) != pages.get(name)))


def write_docs(folder: Path, pages: Mapping[str, str]) -> None:
    """Write *pages* to *folder* and remove its other pages."""
    folder.mkdir(exist_ok=True)
    for name in differing(folder, pages):
        if name in pages:
            write_whole(folder / name, pages[name].encode())
        else:
            (folder / name).unlink()
