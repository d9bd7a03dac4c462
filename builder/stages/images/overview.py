"""Makes one image with a small picture of every flag, for pages that show all of them."""

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from pathlib import Path

import PIL
import resvg_py
from PIL import Image

from builder.flag_grid import CELL_HEIGHT, CELL_WIDTH, COLOURS, COLUMNS, PADDING, grid_position, rows
from builder.memo import Memo
from builder.types import Asset, File

_SEPARATOR = b"\0"


def make_overview(images: Sequence[Asset], path: str, cached: Path) -> Asset:
    """Make the image at *path* from the SVG files among *images*, in their order, or take it from *cached*."""
    svgs = [image.file.body for image in images if image.type == "svg"]
    libraries = f"resvg {resvg_py.__resvg_version__}, pillow {PIL.__version__}"
    recipe = f"{libraries}, {COLUMNS} of {CELL_WIDTH} x {CELL_HEIGHT} + {PADDING}, {COLOURS}"
    body = Memo(cached / "flags", recipe).get(_SEPARATOR.join(svgs), partial(_draw, svgs))
    return Asset(f"/{path.partition('/')[2]}", File.of(path, body), "png")


def _draw(svgs: Sequence[bytes]) -> bytes:
    width, height = CELL_WIDTH + 2 * PADDING, CELL_HEIGHT + 2 * PADDING
    grid = Image.new("RGB", (COLUMNS * width, rows(len(svgs)) * height), "white")
    for number, png in enumerate(map(_small, svgs)):
        flag = Image.open(BytesIO(png)).convert("RGBA")
        column, row = grid_position(number)
        grid.paste(flag, (column * width + PADDING, row * height + PADDING), flag)
    out = BytesIO()
    few = grid.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def _small(svg: bytes) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg.decode(), width=CELL_WIDTH, skip_system_fonts=True))
