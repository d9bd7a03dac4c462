"""Makes ``/favicon.ico``, ``/favicon.svg`` and the image for social networks, all from one drawing."""

from struct import pack

import resvg_py

from builder.paths import public_path
from builder.stages.documents.document_data import DocumentData
from builder.types import Asset, File

# File in the assets of the documents.
SOCIAL = "social.png"
_SIZE = 32
_SOCIAL_SIZE = 400


def make(site: DocumentData) -> tuple[Asset, ...]:
    """Make the icon in both formats of browsers, and the image in the format of social networks."""
    drawing = (site.templates / "assets" / "favicon.svg").read_text("utf-8")
    social = f"docs/assets/{SOCIAL}"
    small, large = (_render(drawing, size) for size in (_SIZE, _SOCIAL_SIZE))
    return (
        Asset("/favicon.ico", File.of(public_path("favicon.ico"), as_ico(small, _SIZE)), "ico"),
        Asset(f"/{social}", File.of(public_path(social), large), "png"),
        Asset("/favicon.svg", File.of(public_path("favicon.svg"), drawing.encode()), "svg"),
    )


def _render(drawing: str, size: int) -> bytes:
    """Render a drawing, as SVG, to a square PNG of *size* in pixels."""
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size, skip_system_fonts=True))


def as_ico(png: bytes, size: int) -> bytes:
    """Wrap a square PNG in an ICO file: a directory with one entry (32 bits per pixel), then the PNG."""
    directory = pack("<HHH", 0, 1, 1)
    entry = pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), len(directory) + 16)
    return directory + entry + png
