"""Makes ``/favicon.ico`` and ``/favicon.svg`` from one drawing."""

from pathlib import Path
from struct import pack

import resvg_py

from builder.stages.documents.document_data import make_document
from builder.types import Asset

_SIZE = 32


def make_icons(templates: Path) -> tuple[Asset, ...]:
    """Make the icon in both formats of browsers."""
    drawing = (templates / "assets" / "favicon.svg").read_text("utf-8")
    png = bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=_SIZE, height=_SIZE, skip_system_fonts=True))
    return (
        make_document("favicon.ico", as_ico(png, _SIZE), "ico"),
        make_document("favicon.svg", drawing.encode(), "svg"),
    )


def as_ico(png: bytes, size: int) -> bytes:
    """Wrap a square PNG in an ICO file: a directory with one entry (32 bits per pixel), then the PNG."""
    directory = pack("<HHH", 0, 1, 1)
    entry = pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), len(directory) + 16)
    return directory + entry + png
