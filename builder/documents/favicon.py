"""Makes ``/favicon.ico`` and ``/favicon.svg`` from one drawing."""

from pathlib import Path
from struct import pack

from builder.documents.document import Document
from builder.images.renderer import draw_png

_SIZE = 32


def icon_documents(templates: Path) -> tuple[Document, ...]:
    """List the icon in both formats of browsers."""
    drawing = templates / "assets" / "favicon.svg"
    return (
        Document("/favicon.ico", "ico", lambda: as_ico(draw_png(drawing.read_text("utf-8"), _SIZE), _SIZE)),
        Document("/favicon.svg", "svg", drawing.read_bytes),
    )


def as_ico(png: bytes, size: int) -> bytes:
    """Wrap a square PNG in an ICO file: a directory with one entry (32 bits per pixel), then the PNG."""
    directory = pack("<HHH", 0, 1, 1)
    entry = pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), len(directory) + 16)
    return directory + entry + png
