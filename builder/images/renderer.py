"""Renders SVG images with resvg. It has no limits, so an image must be checked first."""

import resvg_py


def draw_png(svg: str, width: int) -> bytes:
    """Render a PNG of *width* pixels. Raises ``ValueError`` when that fails."""
    # The result must not depend on the fonts of the machine. Checked images have no text.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))
