"""Makes the image of all flags. Pages show parts of it; social networks show it with links to pages."""

from base64 import b64encode
from collections.abc import Sequence
from functools import partial

from builder.api.types import Entry
from builder.images.memo import Memo
from builder.images.renderer import draw_png
from builder.images.svg_check import SVG

# Cells in a row, and the size of a cell in pixels.
COLUMNS = 16
CELL_WIDTH, CELL_HEIGHT = 64, 48
# White pixels on each side of a cell, so that no neighbour shows where a browser scales the image.
PADDING = 2
_OUTER_WIDTH, _OUTER_HEIGHT = CELL_WIDTH + 2 * PADDING, CELL_HEIGHT + 2 * PADDING


def grid_position(number: int) -> tuple[int, int]:
    """Return the column and the row of the flag of the record *number*."""
    return number % COLUMNS, number // COLUMNS


def row_count(count: int) -> int:
    """Return the number of rows of *count* flags."""
    return -(-count // COLUMNS)


def make_overview(images: Sequence[Entry], memo: Memo) -> bytes:
    """Make the PNG of the SVG files among *images*: the flags in rows, in this order, on white.

    Flags that *memo* has are not rendered again.
    """
    drawings = [image.make() for image in images if image.type == "svg"]
    cell = b"cell %d " % CELL_WIDTH
    flags = [memo.get(cell + svg, partial(draw_png, svg.decode(), CELL_WIDTH)) for svg in drawings]
    width, height = COLUMNS * _OUTER_WIDTH, row_count(len(flags)) * _OUTER_HEIGHT
    cells = "".join(_cell(number, flag) for number, flag in enumerate(flags))
    ground = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    sheet = f'<svg xmlns="{SVG}" viewBox="0 0 {width} {height}">{ground}{cells}</svg>'
    return memo.get(sheet.encode(), partial(draw_png, sheet, width))


def _cell(number: int, png: bytes) -> str:
    column, row = grid_position(number)
    place = f'x="{column * _OUTER_WIDTH + PADDING}" y="{row * _OUTER_HEIGHT + PADDING}"'
    size = f'width="{CELL_WIDTH}" height="{CELL_HEIGHT}"'
    return f'<image {place} {size} href="data:image/png;base64,{b64encode(png).decode()}"/>'
