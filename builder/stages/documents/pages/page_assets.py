"""Lists the files that pages load: scripts, styles, drawings, and modules of the core that scripts import."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from builder.flag_grid import CELL_HEIGHT, CELL_WIDTH, COLUMNS, PADDING, rows
from builder.javascript.context import reachable
from builder.stages.documents.document import Document
from builder.stages.documents.document_data import DocumentData

# Imports of the core in the scripts, with paths relative to the scripts.
_CORE = re.compile(r"'\.\./\.\./edge/core/([\w.-]+\.js)'")
_TYPES = {".css": "css", ".js": "js", ".svg": "svg"}


def script_documents(data: DocumentData) -> Iterator[Document]:
    """Yield the files of ``templates/assets/``, and in the same folder the modules of the core that they import."""
    folder = data.request.templates / "assets"
    texts = {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir()) if path.suffix in _TYPES}
    imported = reachable(data.site.core, sorted({name for text in texts.values() for name in _CORE.findall(text)}))
    for name, text in {**texts, **imported}.items():
        yield Document(f"/docs/assets/{name}", _TYPES[Path(name).suffix], partial(_with_own_folder, text))


def _with_own_folder(text: str) -> bytes:
    return _CORE.sub(r"'./\1'", text).encode()


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
