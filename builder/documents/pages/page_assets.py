"""Lists the files that pages load: scripts, styles, drawings, icons, and modules of the core that scripts import."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from builder.documents.document import Document
from builder.documents.document_data import DocumentData
from builder.images.overview import CELL_HEIGHT, CELL_WIDTH, COLUMNS, PADDING, rows
from builder.javascript.context import reachable

_TYPES = {".css": "css", ".svg": "svg"}
# Imports of the core in the scripts, with paths relative to the scripts.
_CORE = re.compile(r"from '\.\./\.\./edge/core/([\w.-]+\.js)'")
# At the start of a line: imports inside functions are for what a page may never need.
_IMPORT = re.compile(r"^import (?:\{[^}]*\} from )?'\./([\w-]+)\.js';$", re.MULTILINE)
# The script of every page.
SITE = "site"


def script_documents(data: DocumentData) -> Iterator[Document]:
    """Yield the files of ``templates/assets/``, and in the same folder the modules of the core that scripts import."""
    for path in sorted((data.request.templates / "assets").iterdir()):
        if path.suffix in _TYPES:
            yield Document(f"/docs/assets/{path.name}", _TYPES[path.suffix], path.read_bytes)
    for name, text in data.kept(scripts_of).items():
        yield Document(f"/docs/assets/{name}.js", "js", text.encode)


def flag_places(count: int) -> bytes:
    """Write the style sheet that shows a flag of the overview: ``--size`` is the scale, ``--x``, ``--y`` the cell."""
    width, height = CELL_WIDTH + 2 * PADDING, CELL_HEIGHT + 2 * PADDING
    at = [
        f"calc(var(--size)*-1px*({cell}*var(--{name},0) + {PADDING}))" for name, cell in (("x", width), ("y", height))
    ]
    size = f"width:calc({CELL_WIDTH}px*var(--size));height:calc({CELL_HEIGHT}px*var(--size))"
    lines = [f"#flags i{{{size};background:url(flags.png) {' '.join(at)}/calc({COLUMNS * width}px*var(--size))}}"]
    for name, cells in (("x", COLUMNS), ("y", rows(count))):
        lines += [f".{name}{cell}{{--{name}:{cell}}}" for cell in range(1, cells)]
    return ("\n".join(lines) + "\n").encode()


def icon_documents(templates: Path) -> tuple[Document, ...]:
    """List the icon in both formats of browsers."""
    files = {kind: templates / "assets" / f"favicon.{kind}" for kind in ("ico", "svg")}
    return tuple(Document(f"/{file.name}", kind, file.read_bytes) for kind, file in files.items())


def scripts_of(data: DocumentData) -> dict[str, str]:
    """Read the scripts of pages by name."""
    return read_scripts(data.request.templates / "assets", data.site.core)


def script_imports(data: DocumentData) -> dict[str, list[str]]:
    """List what each script imports, so that a page can name all of it at once."""
    return imports_of(data.kept(scripts_of))


def read_scripts(folder: Path, core: Mapping[str, str]) -> dict[str, str]:
    """Read the scripts in *folder* by name without ``.js``, with the modules of the core that they import.

    All are served from one folder, and import from it.
    """
    texts = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.js"))}
    imported = reachable(core, sorted({f"core/{name}" for text in texts.values() for name in _CORE.findall(text)}))
    own = {name: _CORE.sub(r"from './\1'", text) for name, text in texts.items()}
    return own | {Path(name).stem: text for name, text in imported.items()}


def imports_of(scripts: Mapping[str, str]) -> dict[str, list[str]]:
    """List by script what it imports, directly or not. What the script of every page imports is only with that one."""
    shared = _reachable(SITE, scripts)
    return {SITE: shared} | {
        name: [other for other in _reachable(name, scripts) if other not in shared] for name in scripts if name != SITE
    }


def _reachable(name: str, scripts: Mapping[str, str]) -> list[str]:
    names = [name]
    for one in names:
        names += [other for other in dict.fromkeys(_IMPORT.findall(scripts[one])) if other not in names]
    return names[1:]
