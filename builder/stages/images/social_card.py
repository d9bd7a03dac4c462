"""Makes the image that social networks show for a link to the site: its sign, two lines, and the flags."""

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from pathlib import Path

import PIL
import resvg_py
from PIL import Image, ImageDraw, ImageFont

from builder.memo import Memo
from builder.stages.images.overview import draw_grid
from builder.types import Asset, File

SIZE = (1200, 630)
# 25 columns of this width fill the card, and 10 rows are 250 flags.
_COLUMNS, _CELL, _PADDING = 25, (40, 30), 4
_MOST_FLAGS = 10 * _COLUMNS
_SIGN = 132
_LEFT, _TOP = 52, 58
_TITLE, _LINE = "Every country, one GET away", "{count} countries as JSON, CSV and SQLite. No key, no quota."
_INK, _SOFT = "#12211f", "#566461"
_COLOURS = 128


def make_social_card(images: Sequence[Asset], sign: str, path: str, cached: Path) -> Asset:
    """Make the PNG at *path* with the SVG flags among *images* and the SVG *sign*, or take it from *cached*."""
    svgs = [image.file.body for image in images if image.type == "svg"]
    recipe = f"card, resvg {resvg_py.__resvg_version__}, pillow {PIL.__version__}, {Path(__file__).read_text('utf-8')}"
    body = Memo(cached / "flags", recipe).get(b"\0".join((*svgs, sign.encode())), partial(_draw, svgs, sign))
    return Asset(f"/{path.partition('/')[2]}", File.of(path, body), "png")


def _draw(svgs: Sequence[bytes], sign: str) -> bytes:
    card = Image.new("RGB", SIZE, "white")
    png = bytes(resvg_py.svg_to_bytes(svg_string=sign, width=_SIGN, height=_SIGN, skip_system_fonts=True))
    drawn = Image.open(BytesIO(png)).convert("RGBA")
    card.paste(drawn, (_LEFT, _TOP), drawn)
    text = ImageDraw.Draw(card)
    # The font is part of Pillow, so that no font of the machine matters.
    left = 2 * _LEFT + _SIGN - 12
    text.text((left, _TOP - 2), _TITLE, _INK, ImageFont.load_default(70))
    text.text((left, _TOP + 88), _LINE.format(count=len(svgs)), _SOFT, ImageFont.load_default(34))
    grid = draw_grid(svgs[:_MOST_FLAGS], _COLUMNS, _CELL, _PADDING)
    card.paste(grid, (0, SIZE[1] - grid.height))
    out = BytesIO()
    few = card.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()
