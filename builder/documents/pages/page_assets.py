"""Lists the files that pages load: scripts, styles, drawings, icons, and modules of the core that scripts import."""

from collections.abc import Iterator
from pathlib import Path

from builder.documents.document import Document
from builder.documents.document_data import DocumentData
from builder.images.overview import CELL_HEIGHT, CELL_WIDTH, COLUMNS, PADDING, rows

_TYPES = {".css": "css", ".svg": "svg"}


def script_documents(data: DocumentData) -> Iterator[Document]:
    """Yield the files of ``templates/assets/``, and in the same folder the modules of the core that scripts import."""
    for path in sorted((data.request.templates / "assets").iterdir()):
        if path.suffix in _TYPES:
            yield Document(f"/docs/assets/{path.name}", _TYPES[path.suffix], path.read_bytes)
    for name, text in data.scripts.items():
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
