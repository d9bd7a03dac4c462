"""Writes numbers as people read them. No value above zero is ever shown as zero.

``builder/extensions/pages/assets/rounding.js`` does the same in scripts; ``tests/fixtures/rounding.json`` binds both.
"""

from decimal import ROUND_HALF_UP, Decimal
from math import floor, log10

_LARGE = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))
_SIGNIFICANT = 3


def rounded(value: float, digits: int = 0) -> str:
    """Round *value* to three significant digits, with a word for millions and more.

    A value below 100 has *digits* decimals; a fraction has more where three significant digits need them.
    """
    for size, word in _LARGE:
        if value >= size:
            part = value / size
            return f"{_fixed(part, 2 if part < 10 else 1 if part < 100 else 0)} {word}"
    if value >= 1000:
        unit = 10 ** (floor(log10(value)) - _SIGNIFICANT + 1)
        return f"{floor(value / unit + 0.5) * unit:,}"
    return with_decimals(value, digits if value < 100 else 0)


def with_decimals(value: float, digits: int = 0) -> str:
    """Write *value* with thousands separated and *digits* decimals; a fraction has at least three digits that count."""
    if value == 0:
        return "0"
    if float(value).is_integer():
        return _fixed(value, digits)
    needed = _SIGNIFICANT - 1 - floor(log10(abs(value)))
    if needed <= digits:
        return _fixed(value, digits)
    whole, _, part = _fixed(value, needed).partition(".")
    part = part[:digits] + part[digits:].rstrip("0")
    return f"{whole}.{part}" if part else whole


def _fixed(value: float, digits: int) -> str:
    """Write *value* with *digits* decimals; a half is rounded up, as ECMAScript's ``toFixed`` does."""
    return f"{Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP):,}"
