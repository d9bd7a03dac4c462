"""Reads PNG files (ISO 15948): their size, and the pixels of images with 8 bits of red, green, blue and opacity."""

import struct
import zlib

MAGIC = b"\x89PNG\r\n\x1a\n"
Pixel = tuple[int, ...]
_RGBA = (8, 6)


def size(png: bytes) -> tuple[int, int]:
    """Return width and height in pixels."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def rows(png: bytes) -> list[list[Pixel]]:
    """Decode the rows of pixels."""
    assert (png[24], png[25]) == _RGBA
    width, height = size(png)
    data, at = b"", len(MAGIC)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        data += png[at + 8 : at + 8 + length] if png[at + 4 : at + 8] == b"IDAT" else b""
        at += 12 + length
    lines, above = zlib.decompress(data), bytes(4 * width)
    decoded = []
    for row in range(height):
        start = row * (4 * width + 1)
        above = _unfiltered(lines[start], lines[start + 1 : start + 1 + 4 * width], above)
        decoded.append([tuple(above[at : at + 4]) for at in range(0, 4 * width, 4)])
    return decoded


def _unfiltered(kind: int, line: bytes, above: bytes) -> bytes:
    out = bytearray()
    for at, byte in enumerate(line):
        left, over, corner = (out[at - 4], above[at], above[at - 4]) if at >= 4 else (0, above[at], 0)
        nearest = min((left, over, corner), key=lambda one: abs(left + over - corner - one))
        out.append((byte + (0, left, over, (left + over) // 2, nearest)[kind]) % 256)
    return bytes(out)
