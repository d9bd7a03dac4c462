"""What the search finds of countries: their codes and first values, and the parts of their pages."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from builder.api.field_types import value_at
from builder.api.record_model import Country
from builder.extensions.tables.labels_and_columns import GLANCE, by_group
from builder.extensions.tables.site_tables import table_named, tables_of
from builder.extensions.tables.table import Table
from builder.site.site import Site

_CAPITAL = re.compile("([A-Z])")
# Parts of a country's page that are not fields of its table: title, anchor, and words.
_SECTIONS = (
    ("Flag", "", "flag picture image svg png emoji"),
    ("Public holidays", "holidays", "holiday calendar ics bank day off next"),
    ("Neighbours", "neighbours", "border borders neighbour"),
)


def found_countries(site: Site) -> Iterator[list[Any]]:
    """Yield each country as [name, cca2, cca3, calling codes, what its page says first by anchor]."""
    for record in site.dataset.records:
        yield _country(record.value, _dialled(site, record.cca2))


def found_aspects(site: Site) -> Iterator[tuple[str, str, str]]:
    """Yield the parts of a country's page as title, anchor, and words."""
    yield from _SECTIONS
    groups = by_group(site.interface.own)
    for field in (field for fields in groups.values() for field in fields if not field.path.endswith("Year")):
        words = f"{field.path.replace('.', ' ')} {field.words}"
        yield field.label, field.path.replace(".", "-"), words.strip()
    half = len(site.dataset.records) / 2
    yield from (_aspect(one.table) for one in tables_of(site) if len(one.by_country) > half)


def _aspect(table: Table) -> tuple[str, str, str]:
    """Describe a table that most countries have rows of, which their pages show."""
    columns = " ".join(_CAPITAL.sub(r" \1", column.name).lower() for column in table.columns)
    return table.title, f"table-{table.name}", f"{columns} {table.words}"


def _dialled(site: Site, cca2: str) -> list[str]:
    """List calling codes, which find a country as a whole."""
    table = table_named(site, "calling-codes")
    rows = table.by_country.get(cca2, ()) if table else ()
    return [f"+{row['code']}" for row in rows if row["isMain"] or len(row["prefixes"]) == 0]


def _country(value: Country, dialled: Sequence[str]) -> list[Any]:
    """List name, codes, calling codes, and what the page of a country says first, by anchor."""
    glance = {
        field.path.replace(".", "-"): field.write(found)
        for field in (field.at_a_glance() for field in GLANCE)
        if (found := value_at(value, field.path)) is not None
    }
    if dialled:
        glance["table-calling-codes"] = ", ".join(dialled)
    return [value["name"]["common"], value["cca2"], value["cca3"], dialled, glance]
