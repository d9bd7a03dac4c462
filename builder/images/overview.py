"""Makes the image of all flags, of which pages show parts, and which social networks show for a link."""

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image

from builder.api.types import Entry
from builder.images import recipe
from builder.images.memo import Memo
from builder.images.renderer import draw_png

# Cells in a row, and the size of a cell in pixels.
COLUMNS = 16
CELL_WIDTH, CELL_HEIGHT = 64, 48
# White pixels on each side of a cell, so that no neighbour shows where a browser scales the image.
PADDING = 2
# Flags have few colours: with 64, no difference is visible, and the image has a third of the bytes of one with all.
COLOURS = 64


def grid_position(number: int) -> tuple[int, int]:
    """Return the column and the row of the flag of the record *number*."""
    return number % COLUMNS, number // COLUMNS


def rows(count: int) -> int:
    """Return the number of rows of *count* flags."""
    return -(-count // COLUMNS)


def make_overview(images: Sequence[Entry], cached: Path) -> bytes:
    """Make the PNG of the SVG files among *images*, in their order, or take it from *cached*."""
    svgs = [image.make() for image in images if image.type == "svg"]
    layout = f"{recipe()}, {COLUMNS} of {CELL_WIDTH} x {CELL_HEIGHT} + {PADDING}, {COLOURS}"
    return Memo(cached / "flags", layout).get(b"\0".join(svgs), partial(_drawn, svgs))


def _drawn(svgs: Sequence[bytes]) -> bytes:
    """Draw the flags in rows on white."""
    width, height = CELL_WIDTH + 2 * PADDING, CELL_HEIGHT + 2 * PADDING
    image = Image.new("RGB", (COLUMNS * width, rows(len(svgs)) * height), "white")
    for number, svg in enumerate(svgs):
        column, row = grid_position(number)
        flag = Image.open(BytesIO(draw_png(svg.decode(), CELL_WIDTH))).convert("RGBA")
        image.paste(flag, (column * width + PADDING, row * height + PADDING), flag)
    out = BytesIO()
    few = image.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()
