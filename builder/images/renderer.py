"""Renders SVG images with resvg, which has no limit of its own: an image is checked before."""

import resvg_py


def draw_png(svg: str, width: int) -> bytes:
    """Render a PNG of *width* pixels. Raises ``ValueError`` when that fails."""
    # Without fonts of the machine, on which the result would depend. Cleaned images have no text.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))
