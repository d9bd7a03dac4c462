"""The head of a PNG file (ISO 15948)."""

import struct

MAGIC = b"\x89PNG\r\n\x1a\n"


def size(png: bytes) -> tuple[int, int]:
    """Return width and height in pixels."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height
