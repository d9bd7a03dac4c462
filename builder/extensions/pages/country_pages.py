"""The pages of countries: metrics and their past, fields with their sources, neighbours, holidays, place on the map."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from builder.api.dataset_files import Sources
from builder.api.field_types import value_at
from builder.api.record_model import Country
from builder.api.types import JsonObject
from builder.documents.document_data import DocumentData
from builder.documents.page import Page, Values
from builder.extensions.pages.country_facts import STRIP_SIZE, make_country_facts
from builder.extensions.pages.country_groups import KINDS
from builder.extensions.pages.country_tables import CountryTable, country_tables
from builder.extensions.pages.field_labels import GLANCE, Field, by_group
from builder.extensions.pages.former_names import former_names
from builder.extensions.pages.history import LINE_SIZE, pasts_of, read_history
from builder.extensions.pages.html.filters import country_page
from builder.extensions.pages.linked_data import country_data
from builder.extensions.pages.map_outlines import HEIGHT, WIDTH
from builder.extensions.pages.names_with_language import native_names, only_language, with_language, write_names
from builder.extensions.tables.loading import tables_of
from builder.extensions.tables.origins import ValueOrigin
from builder.extensions.tables.provenance import COMPUTED, CURATED, UNLISTED_TITLES
from builder.site.site import Site

# Words in the description of a page, by the field that the record must have.
_CONTENTS = {
    "capital": "capital",
    "population": "population",
    "enrichment.economics.gdp": "economy",
    "languages": "languages",
    "currencies": "currency",
    "holidays.items": "public holidays",
    "borders": "neighbours",
}
# The head of a page has the first languages, currencies and domains; more would fill it.
_MOST_AT_A_GLANCE = 3
_KIND_OF = {kind.field: kind for kind in KINDS}
# Values that begin with a capital where they stand alone.
_CAPITALIZED = ("yes", "no", "left", "right", "metric")
# Native names below the name of a country; the list of fields has all of them.
_MOST_NAMES = 4


def country_pages(data: DocumentData) -> Iterator[Page]:
    """Yield the page of every country."""
    for number, record in enumerate(data.site.dataset.records):
        name = record.value["name"]["common"]
        contents = [what for path, what in _CONTENTS.items() if value_at(record.value, path)]
        yield Page(
            country_page(record.cca2).removesuffix(".html"),
            name,
            f"{name}: {', '.join(contents)}, codes and flag, with their sources.",
            values=partial(country_values, number),
            template="html/country.html",
            words=None,
            linked_data=partial(country_data, number),
        )


def country_values(number: int, data: DocumentData) -> Values:
    """Make the values of the page of the country with the record *number*."""
    value, facts = data.site.dataset.records[number].value, data.once(make_country_facts)[number]
    origins = tables_of(data.site).origins[value["cca2"]]
    marks = _Marks(data.site.sources, origins, facts.years)
    history = data.once(read_history)
    # Metrics with a line come first, in the same order for every country.
    ordered = sorted(facts.tiles, key=lambda tile: tile.metric.name not in history)
    tiles = [(tile, marks.year_of(tile.metric.path), marks.of(tile.metric.path)) for tile in ordered]
    section_marks = {field: marks.of(field) for field in ("borders", "holidays") if field in origins}
    written_rows = [
        [*one.table.facts(row)]
        for one in tables_of(data.site).rows
        if one.table.facts
        for row in one.by_country.get(value["cca2"], ())
    ]
    groups = {
        group: _rows(_without_repeats(fields, value), value, marks, write=partial(_linked, value, data.site))
        for group, fields in by_group(data.site.interface.own).items()
    }
    tables = country_tables(value["cca2"], tables_of(data.site).rows)
    return {
        "covers": facts.covers,
        "neighbours": facts.neighbours,
        "locator": facts.locator,
        "value": value,
        "native": _native_names(value, data),
        "tiles": tiles,
        "pasts": pasts_of(data.site.interface.metrics, value["cca2"], history),
        "glance": _rows(GLANCE, value, marks, write=_brief),
        "former": data.once(former_names).get(value["cca2"], ()),
        "local_language": only_language(value, data.site.dataset),
        "table_glance": [(label, _plain(text)) for (label, text), *_ in written_rows],
        "conventions": [(label, _plain(text)) for _, *further in written_rows for label, text in further],
        "groups": {group: rows for group, rows in groups.items() if rows},
        "marks": section_marks,
        "origins": origins,
        "sources": marks.listed,
        "holidays": _holidays(value),
        "tables": [(table, _lines_of(table)) for table in tables],
        "calendar": f"webcal://{data.site.config.docs.partition('://')[2]}/calendars/{value['cca2'].lower()}.ics",
        "width": WIDTH,
        "height": HEIGHT,
        "strip": STRIP_SIZE,
        "line": LINE_SIZE,
    }


class _Source(NamedTuple):
    number: int
    title: str
    url: str
    licence: str
    edition: str


class _Marks:
    """The numbered list of the sources of a page: each source has one entry, to which the marks of its values lead."""

    def __init__(self, known: Sources, origins: Mapping[str, ValueOrigin], years: Mapping[str, str]) -> None:
        self._known = known
        self._origins = origins
        self._years = years
        self.listed: dict[str, _Source] = {}

    def origin_of(self, path: str) -> ValueOrigin:
        """Return the origin of a value."""
        return self._origins.get(path, ValueOrigin())

    def year_of(self, path: str) -> str:
        """Return the year of a value. The edition of a source is not the year of its values."""
        return self._years.get(path, self.origin_of(path).as_of)

    def of(self, path: str) -> list[_Source]:
        """Return the entries of the sources of a value, and add new entries to the list."""
        origin = self.origin_of(path)
        return [self._entry(identifier, origin) for identifier in origin.source.split(", ") if identifier]

    def _entry(self, identifier: str, origin: ValueOrigin) -> _Source:
        number = len(self.listed) + 1
        if known := self._known.get(identifier):
            entry = _Source(number, known["title"], known["url"], known["licence"], known.get("date", ""))
        else:
            title = {CURATED: origin.publisher, COMPUTED: origin.title}.get(identifier)
            entry = _Source(number, title or UNLISTED_TITLES.get(identifier, identifier), "", "", "")
        return self.listed.setdefault(entry.title, entry)


class _Row(NamedTuple):
    """A field, its value as HTML, its origin, its year and its sources. The year is empty if it is the value."""

    field: Field
    value: str
    origin: ValueOrigin
    year: str
    marks: list[_Source]


def _rows(fields: Sequence[Field], country: Country, marks: _Marks, write: Callable[[Field, Any], str]) -> list[_Row]:
    """Describe the fields that a country has and for which *write* returns a text."""
    rows = []
    for field in fields:
        path = field.path
        value = value_at(country, path)
        if value is not None and (text := write(field, value)):
            year = marks.year_of(path)
            rows.append(_Row(field, text, marks.origin_of(path), "" if year == str(value) else year, marks.of(path)))
    return rows


def _without_repeats(fields: Sequence[Field], value: Country) -> list[Field]:
    """Leave out a population of the World Bank that is the population of the record."""
    is_same = value.get("enrichment", {}).get("population", {}).get("value") == value["population"]
    return [field for field in fields if not (is_same and field.path == "enrichment.population")]


def _linked(country: Country, site: Site, field: Field, value: Any) -> str:
    """Write a value as HTML: names with their language, groups of countries with links to their pages."""
    kind = _KIND_OF.get(field.path)
    if kind is None:
        written = write_names(field.path, value, country, site)
        return escape(_plain(field.write(value))) if written is None else written
    parts = {value: value} if isinstance(value, str) else {key: {key: one} for key, one in value.items()}
    link = Markup('<a href="../{}">{}</a>')
    return Markup(", ").join(link.format(kind.page_of(key), field.write(part)) for key, part in parts.items())


def _brief(field: Field, value: Any) -> str:
    """Write a value as HTML for the head of the page: links, and the first values of a long list."""
    kind = _KIND_OF.get(field.path)
    if kind is None:
        if isinstance(value, list) and field.path == "tld":
            names = [with_language(one, "") for one in value]
            return _some(names, field)
        return escape(_plain(field.write(value)))
    parts = {value: value} if isinstance(value, str) else value
    link = Markup('<a href="../{}">{}</a>')
    named = {key: one if isinstance(one, str) else f"{one['name']} ({key})" for key, one in parts.items()}
    return _some([link.format(kind.page_of(key), name) for key, name in named.items()], field)


def _some(parts: Sequence[Markup], field: Field) -> Markup:
    """Join the first parts of a list; the number of the other parts is a link to the whole list."""
    rest = len(parts) - _MOST_AT_A_GLANCE
    more = Markup(' <a href="#{}">and {} more</a>').format(field.path, rest) if rest > 0 else Markup()
    return Markup(", ").join(parts[:_MOST_AT_A_GLANCE] if rest > 0 else parts) + more


def _plain(text: str) -> str:
    """Capitalize a text of ``_CAPITALIZED``. In other texts, write the minus sign in offsets from UTC."""
    if text in _CAPITALIZED:
        return text.capitalize()
    return text.replace("UTC-", "UTC\u2212") if "UTC-" in text else text


def _lines_of(table: CountryTable) -> str:
    """Write the rows as HTML: a single row as terms of a list, several as rows of a table.

    It uses no template, which takes ten times as long for the cells of all countries.
    """
    if len(table.rows) == 1:
        terms = zip(table.columns, table.rows[0], strict=True)
        return "\n".join(f"<div><dt>{escape(column)}</dt><dd>{_cell(cell)}</dd></div>" for column, cell in terms)
    starts = [f'<td data-column="{escape(column)}">' for column in table.columns]
    if starts and not table.names_rows:
        starts[0] = starts[0].replace(">", ' class="unnamed">')
    rows = (zip(starts, row, strict=True) for row in table.rows)
    lines = ("".join([f"{start}{_cell(cell)}</td>" for start, cell in row]) for row in rows)
    return "\n".join(f"<tr>{line}</tr>" for line in lines)


def _cell(text: str) -> str:
    if text.startswith("https://"):
        return f'<a href="{escape(text)}" rel="external">{escape(text.split("/")[2])}</a>'
    return escape(text)


def _native_names(value: Country, data: DocumentData) -> list[tuple[str, str]]:
    """List the first names of a country in its languages, without the English one, with the codes of the languages."""
    names = native_names(value, data.site.dataset)
    return [(name, tag) for name, tag in names.items() if name != value["name"]["common"]][:_MOST_NAMES]


def _holidays(value: Country) -> list[JsonObject]:
    return [
        {
            **day,
            "year": day["date"][:4],
            "weekday": f"{date.fromisoformat(day['date']):%a}",
            "is_estimated": "estimated" in day.get("types", ()),
        }
        for day in value.get("holidays", {}).get("items", ())
    ]
