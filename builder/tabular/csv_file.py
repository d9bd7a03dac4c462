"""Writes CSV (RFC 4180)."""

import csv
import io
from collections.abc import Iterable
from itertools import chain


def csv_file(names: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Write a line of *names* and the *rows*, in UTF-8."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(chain([names], rows))
    return text.getvalue().encode()
