"""The filters of templates: values as JSON in HTML, and texts in Markdown."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import orjson
from markupsafe import Markup

from builder.output_paths import country_page

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def embedded(value: Any) -> Markup:
    """Encode *value* as JSON that cannot end the script element around it."""
    return Markup(orjson.dumps(value).decode().replace("<", "\\u003c"))  # noqa: S704  no tag can begin without it


def escaped(text: object) -> str:
    """Escape the characters with a meaning in Markdown."""
    return _SPECIAL.sub(r"\\\1", str(text)).replace("\n", " ")


def readable_size(size: int) -> str:
    """Write a size as people do: ``1.8 MB``, ``42 KB``."""
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} KB"


FILTERS: Mapping[str, Callable[..., str]] = {
    "country_page": country_page,
    "json": embedded,
    "md": escaped,
    "size": readable_size,
}
