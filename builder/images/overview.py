"""Makes the two images of all flags: the overview for pages, and the card that social networks show for a link."""

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from builder.images import recipe
from builder.images.memo import Memo
from builder.images.renderer import draw_png
from builder.types import Asset

# Cells in a row, and the size of a cell in pixels.
COLUMNS = 16
CELL_WIDTH, CELL_HEIGHT = 64, 48
# White pixels on each side of a cell, so that no neighbour shows where a browser scales the image.
PADDING = 2
# Flags have few colours: with 64, no difference is visible, and the image has a third of the bytes of one with all.
COLOURS = 64
CARD_SIZE = (1200, 630)
# 25 columns of this width fill the card, and 10 rows are 250 flags.
_CARD_COLUMNS, _CARD_CELL, _CARD_PADDING = 25, (40, 30), 4
_MOST_FLAGS = 10 * _CARD_COLUMNS
_SIGN = 132
_LEFT, _TOP = 52, 58
_TITLE, _LINE = (
    "Facts about every country",
    "{count} countries as JSON, CSV and SQLite. No key, no sign-up.",
)
_INK, _SOFT = "#12211f", "#566461"
_CARD_COLOURS = 128


def grid_position(number: int) -> tuple[int, int]:
    """Return the column and the row of the flag of the record *number*."""
    return number % COLUMNS, number // COLUMNS


def rows(count: int) -> int:
    """Return the number of rows of *count* flags."""
    return -(-count // COLUMNS)


def make_overview(images: Sequence[Asset], cached: Path) -> bytes:
    """Make the PNG of the SVG files among *images*, in their order, or take it from *cached*."""
    svgs = [image.file.body for image in images if image.type == "svg"]
    layout = f"{recipe()}, {COLUMNS} of {CELL_WIDTH} x {CELL_HEIGHT} + {PADDING}, {COLOURS}"
    return Memo(cached / "flags", layout).get(b"\0".join(svgs), partial(_draw_overview, svgs))


def make_social_card(images: Sequence[Asset], sign: str, cached: Path) -> bytes:
    """Make the PNG with the SVG flags among *images* and the SVG *sign*, or take it from *cached*."""
    svgs = [image.file.body for image in images if image.type == "svg"]
    made = partial(_draw_card, svgs, sign)
    return Memo(cached / "flags", f"card, {recipe()}").get(b"\0".join((*svgs, sign.encode())), made)


def _draw_overview(svgs: Sequence[bytes]) -> bytes:
    return _encoded(_grid(svgs, COLUMNS, (CELL_WIDTH, CELL_HEIGHT), PADDING), COLOURS)


def _draw_card(svgs: Sequence[bytes], sign: str) -> bytes:
    card = Image.new("RGB", CARD_SIZE, "white")
    drawn = _rendered(sign, _SIGN)
    card.paste(drawn, (_LEFT, _TOP), drawn)
    text = ImageDraw.Draw(card)
    # The font is part of Pillow, so that no font of the machine matters.
    left = 2 * _LEFT + _SIGN - 12
    text.text((left, _TOP - 2), _TITLE, _INK, ImageFont.load_default(70))
    text.text((left, _TOP + 88), _LINE.format(count=len(svgs)), _SOFT, ImageFont.load_default(34))
    grid = _grid(svgs[:_MOST_FLAGS], _CARD_COLUMNS, _CARD_CELL, _CARD_PADDING)
    card.paste(grid, (0, CARD_SIZE[1] - grid.height))
    return _encoded(card, _CARD_COLOURS)


def _grid(svgs: Sequence[bytes], columns: int, cell: tuple[int, int], padding: int) -> Image.Image:
    """Draw the flags in rows on white, each as wide as *cell* (width and height) with *padding* on each side."""
    width, height = cell[0] + 2 * padding, cell[1] + 2 * padding
    grid = Image.new("RGB", (columns * width, -(-len(svgs) // columns) * height), "white")
    for number, svg in enumerate(svgs):
        flag = _rendered(svg.decode(), cell[0])
        grid.paste(flag, (number % columns * width + padding, number // columns * height + padding), flag)
    return grid


def _rendered(svg: str, width: int) -> Image.Image:
    return Image.open(BytesIO(draw_png(svg, width))).convert("RGBA")


def _encoded(image: Image.Image, colours: int) -> bytes:
    out = BytesIO()
    few = image.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()
