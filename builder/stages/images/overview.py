"""Makes one image with a small picture of every flag, for pages that show all of them."""

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from pathlib import Path

import PIL
import resvg_py
from PIL import Image

from builder.flag_grid import CELL_HEIGHT, CELL_WIDTH, COLOURS, COLUMNS, PADDING
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


def draw_grid(svgs: Sequence[bytes], columns: int, cell: tuple[int, int], padding: int) -> Image.Image:
    """Draw the flags in rows on white, each as wide as *cell* (width and height) with *padding* on each side."""
    width, height = cell[0] + 2 * padding, cell[1] + 2 * padding
    grid = Image.new("RGB", (columns * width, -(-len(svgs) // columns) * height), "white")
    for number, svg in enumerate(svgs):
        png = bytes(resvg_py.svg_to_bytes(svg_string=svg.decode(), width=cell[0], skip_system_fonts=True))
        flag = Image.open(BytesIO(png)).convert("RGBA")
        grid.paste(flag, (number % columns * width + padding, number // columns * height + padding), flag)
    return grid


def _draw(svgs: Sequence[bytes]) -> bytes:
    grid = draw_grid(svgs, COLUMNS, (CELL_WIDTH, CELL_HEIGHT), PADDING)
    out = BytesIO()
    few = grid.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()
