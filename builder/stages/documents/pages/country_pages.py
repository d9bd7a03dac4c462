"""The pages of countries: fields with source and date, tiles, neighbours, holidays and place on the map."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import partial
from typing import Any

from builder.api.provenance import ValueOrigin, origins_of, source_catalog
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.pages.page import Page, Values
from builder.stages.documents.values.map_outlines import HEIGHT, WIDTH
from builder.stages.documents.values.shown_fields import GLANCE, GROUPS, ShownField
from builder.stages.documents.values.table_facts import country_tables
from builder.stages.documents.values.tiles import STRIP_SIZE
from builder.types import CountryValue, JsonObject


def country_pages(data: DocumentData) -> Iterator[Page]:
    """Yield the page of every country."""
    for number, record in enumerate(data.site.dataset.records):
        name = record.value["name"]["common"]
        yield Page(
            f"countries/{record.cca2.lower()}",
            name,
            f"{name}: capital, population, economy, languages, currency, public holidays, neighbours, codes and flag, "
            "each value with its source.",
            values=partial(_values, number),
            template="html/country.html",
            words=None,
            depends_on=partial(_depends_on, number),
        )


def _depends_on(number: int, data: DocumentData) -> bytes:
    dataset, sources = data.site.dataset, data.site.dataset.sources
    facts, record = data.country_facts[number], dataset.records[number]
    beside = country_tables(record.cca2, data.site.tables)
    return repr((data.site.config, sources["sources"], sources["services"], record.body, facts, beside)).encode()


def _values(number: int, data: DocumentData) -> Values:
    value, facts, sources = (
        data.site.dataset.records[number].value,
        data.country_facts[number],
        data.site.dataset.sources,
    )
    origins = {origin.field: origin for origin in origins_of(value, facts["held"], source_catalog(sources))}
    groups = {group: _rows(fields, origins, facts["ranks"]) for group, fields in GROUPS.items()}
    known: tuple[Mapping[str, Any], ...] = (*sources["sources"], *sources["services"])
    return {
        **{name: fact for name, fact in facts.items() if name != "ranks"},
        "value": value,
        "origins": origins,
        "glance": _rows(GLANCE, origins, {}),
        "groups": {group: rows for group, rows in groups.items() if rows},
        "holidays": _holidays(value),
        "tables": country_tables(value["cca2"], data.site.tables),
        "urls": {entry["id"]: entry["url"] for entry in known if entry.get("url")},
        "width": WIDTH,
        "height": HEIGHT,
        "strip": STRIP_SIZE,
    }


def _rows(
    fields: tuple[ShownField, ...], origins: Mapping[str, ValueOrigin], ranks: Mapping[str, str]
) -> list[JsonObject]:
    """Describe those of the fields that a country has: the value as HTML, the rank in words, and the source."""
    return [
        {
            "field": field,
            "value": field.format_value(origins[field.path].value),
            "rank": ranks.get(field.metric, ""),
            "origin": origins[field.path],
        }
        for field in fields
        if field.path in origins
    ]


def _holidays(value: CountryValue) -> list[JsonObject]:
    return [
        {
            **day,
            "weekday": f"{date.fromisoformat(day['date']):%a}",
            "is_estimated": "estimated" in day.get("types", ()),
        }
        for day in value.get("holidays", {}).get("items", ())
    ]
