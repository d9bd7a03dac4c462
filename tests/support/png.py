"""A decoder for the PNG files (ISO 15948) of the site: 8-bit RGBA without interlacing."""

import struct
import zlib

MAGIC = b"\x89PNG\r\n\x1a\n"


def size(png: bytes) -> tuple[int, int]:
    """Return width and height in pixels."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def pixels(png: bytes) -> list[bytes]:
    """Return the four bytes of each pixel, row by row."""
    assert png.startswith(MAGIC)
    assert png[24:29] == bytes([8, 6, 0, 0, 0])
    raw = zlib.decompress(b"".join(body for kind, body in _chunks(png) if kind == b"IDAT"))
    stride = size(png)[0] * 4
    above = bytearray(stride)
    found = []
    for start in range(0, len(raw), stride + 1):
        above = _unfiltered(raw[start], raw[start + 1 : start + 1 + stride], above)
        found += [bytes(above[at : at + 4]) for at in range(0, stride, 4)]
    return found


def _chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    found = []
    at = len(MAGIC)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        body = png[at + 4 : at + 8 + length]
        assert zlib.crc32(body) == int.from_bytes(png[at + 8 + length : at + 12 + length], "big")
        found.append((body[:4], body[4:]))
        at += 12 + length
    return found


def _unfiltered(kind: int, line: bytes, above: bytearray) -> bytearray:
    row = bytearray(line)
    for at, value in enumerate(line):
        left, corner = (row[at - 4], above[at - 4]) if at >= 4 else (0, 0)
        guess = (0, left, above[at], (left + above[at]) // 2, _paeth(left, above[at], corner))[kind]
        row[at] = (value + guess) & 0xFF
    return row


def _paeth(left: int, up: int, corner: int) -> int:
    around = left + up - corner
    return min((left, up, corner), key=lambda near: abs(around - near))
