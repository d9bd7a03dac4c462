"""The functions that templates of HTML can apply to a value."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import orjson
from markupsafe import Markup

from builder.extensions.pages.html.highlighting import breakable
from builder.extensions.pages.metric_values import exact_value, page_of, rounded_value


def embedded(value: Any) -> Markup:
    """Encode *value* as JSON that cannot end the script element around it."""
    return Markup(orjson.dumps(value).decode().replace("<", "\\u003c"))  # noqa: S704  no tag can begin without it


def country_page(cca2: str) -> str:
    """Return the path of the page of a country, relative to the documents."""
    return f"countries/{cca2.lower()}.html"


def long_date(text: str) -> str:
    """Write a date as people read it: 3 April 2026."""
    day = date.fromisoformat(text)
    return f"{day.day} {day:%B %Y}"


FILTERS: Mapping[str, Callable[..., str]] = {
    "breakable": breakable,
    "country_page": country_page,
    "exact": exact_value,
    "json": embedded,
    "long_date": long_date,
    "metric_page": page_of,
    "rounded": rounded_value,
}
