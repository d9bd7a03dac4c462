"""Lists the largest changes of well-known figures between two datasets, with their old and new sources."""

from collections.abc import Iterator, Mapping
from typing import Any

from builder.api.field_paths import value_at
from builder.commands.diff import Side

# Field, heading, and whether a change is a difference in the field's unit (otherwise it is a percentage).
_FIGURES = (
    ("population", "Population", False),
    ("enrichment.economics.gdp", "Gross domestic product, US dollars", False),
    ("enrichment.development.lifeExpectancy", "Life expectancy, years", True),
)
# Below this number of people or dollars, a percentage is meaningless.
_FEW = 5000


def figure_tables(old: Side, new: Side, count: int) -> list[str]:
    """Make a Markdown table of the *count* largest changes for each figure, as lines."""
    lines: list[str] = []
    for field, title, is_difference in _FIGURES:
        rows = dict(_rows(old, new, field, is_difference=is_difference))
        if rows:
            head = ["| Country | Before | Now | Change | Source |", "|---|---:|---:|---:|---|"]
            lines += ["", f"### {title}", "", *head, *sorted(rows, key=lambda row: -abs(rows[row]))[:count]]
    return lines[1:] or ["No well-known figure changed."]


def _rows(old: Side, new: Side, field: str, *, is_difference: bool) -> Iterator[tuple[str, float]]:
    """Yield a row for each country with another figure, and the change: in its unit, or as a part of 1."""
    for code in sorted(set(old.records) & set(new.records)):
        before, now = (value_at(side.records[code], field) for side in (old, new))
        # Of a dataset that is not valid, a value may be a text.
        if not (isinstance(before, int | float) and isinstance(now, int | float)) or before == now:
            continue
        if not is_difference and max(before, now) < _FEW:
            continue
        moved = now - before if is_difference else (now - before) / before if before else 1.0
        whence, whither = _source(old, field, code), _source(new, field, code)
        word = "; ".join(filter(None, (whither, f"before: {whence}" if whence not in ("", whither) else "")))
        reason = _entry(new, field).get("curated", {}).get(code, "")
        name = new.records[code]["name"]["common"]
        change = f"{moved:+.1f}" if is_difference else f"{moved:+.1%}"
        yield f"| {name} | {before:,} | {now:,} | {change} | {'. '.join(filter(None, (word, reason)))} |", moved


def _source(side: Side, field: str, code: str) -> str:
    sources = _entry(side, field).get("sources", {})
    # Older datasets have a list here, without sources by country.
    for source, dates in sources.items() if isinstance(sources, Mapping) else ():
        for as_of, codes in dates.items():
            if code in codes:
                return f"{source} {as_of}".strip()
    return ""


def _entry(side: Side, field: str) -> Mapping[str, Any]:
    entry: Mapping[str, Any] = side.files.get("provenance.json", {}).get(field, {})
    return entry
