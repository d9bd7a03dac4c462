"""What a table is: its declaration, its columns, which follow from its row model, and its rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from pydantic import Field
from pydantic.fields import FieldInfo

from builder.api.dataset_types import SourceEntry, Sources
from builder.api.field_types import Alpha2, object_in
from builder.api.output_paths import table_path
from builder.api.sources import OWN_TITLES, SITE
from builder.api.types import SCHEMA_VERSION, Dataset, JsonObject
from builder.extensions.tables.topology import OutlineTopology

ColumnType = Literal["text", "date", "integer", "number", "boolean", "list", "objects"]
# How the type ``Date`` is marked.
_DATE = {"format": "date"}
_TYPES: Mapping[type, ColumnType] = {str: "text", int: "integer", float: "number", bool: "boolean"}


# In ``second``: a column that the project writes or calculates by itself.
OURS = "ours"


class CountryMark:
    """Marks the type of a column whose values are codes of countries of the dataset."""


# The alpha-2 code of a country of the dataset. A build refuses any other.
CountryCode = Annotated[Alpha2, CountryMark()]


def column(meaning: str, unit: str = "", **more: Any) -> Any:
    """Declare a column that every row has. *unit* is empty for what is not measured."""
    return Field(description=meaning, json_schema_extra={"unit": unit} if unit else None, **more)


def maybe(meaning: str, unit: str = "", **more: Any) -> Any:
    """Declare a column that is ``null`` where it does not apply or is unknown."""
    return Field(default=None, description=meaning, json_schema_extra={"unit": unit} if unit else None, **more)


class Column(NamedTuple):
    """A column: its name, its type, its unit or nothing, its meaning.

    ``is_country`` marks codes of countries, one or a list of them. ``members`` are the columns of objects in a list.
    """

    name: str
    type: ColumnType
    unit: str
    meaning: str
    is_required: bool
    is_country: bool
    members: tuple["Column", ...] = ()


@dataclass(frozen=True)
class Table:
    """The declaration of a table, from which every form of it follows.

    ``name`` is its address below ``/tables/`` and the name of its file in ``data/tables/``. ``row`` is the model of a
    row, ``key`` the columns that identify one, in whose order the rows are. ``sources`` are ids of ``sources.json``,
    ``licence`` an SPDX expression. ``words`` are what people search for that title and columns do not contain.
    ``notes`` are paragraphs for its page, in Markdown: how to read it, what is left out and why. ``parts`` is the
    column that divides the rows into further files, one for each value, and ``form`` their ending: ``geojson`` is for
    outlines of countries, with a file of all as TopoJSON.
    ``database`` is the name in the SQLite database, if that has another table of the same name. ``rows`` makes the rows
    from what is read; without it, they are in
    ``data/tables/``. The pages of countries link the file of their rows, and show them if ``is_shown``. ``second`` is
    for a table with a file: for each column outside of the key, the source that ``countries agree`` or a test compares
    it with, or ``OURS``. ``facts`` writes a row as labels and texts for the page of a country, whose head has the
    first pair.
    """

    name: str
    title: str
    sentence: str
    row: type
    key: tuple[str, ...]
    sources: tuple[str, ...]
    licence: str
    second: Mapping[str, str] = field(default_factory=dict, hash=False)
    words: str = ""
    notes: str = ""
    parts: str = ""
    form: Literal["json", "geojson"] = "json"
    database: str = ""
    rows: Callable[["Stored"], Iterable[JsonObject]] | None = None
    is_shown: bool = True
    facts: Callable[[Mapping[str, Any]], Iterable[tuple[str, str]]] | None = None

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns in the order of the row model."""
        return columns_of(self.row)

    @property
    def licences(self) -> list[str]:
        """Identifiers of the licences, all of which apply."""
        return self.licence.split(" AND ")

    @property
    def sql_name(self) -> str:
        """Name of the table in the SQLite database."""
        return self.database or self.name.replace("-", "_")

    def key_of(self, row: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return what identifies a row."""
        return tuple([row[name] for name in self.key])

    def countries_of(self, row: Mapping[str, Any]) -> Iterator[str]:
        """Yield the codes of the countries that a row is about, a code as often as the row has it."""
        return _codes(self.country_columns, row)

    @cached_property
    def country_columns(self) -> tuple[Column, ...]:
        """The columns that can name a country."""
        return tuple(column for column in self.columns if column.is_country or column.members)

    @property
    def is_by_country(self) -> bool:
        """Whether each country has a file of its rows."""
        return any(column.is_country and column.name == self.parts for column in self.columns)

    @property
    def part_name(self) -> str:
        """``country``, or the name of the column that divides the table."""
        return "country" if self.is_by_country else self.parts

    @property
    def part_pattern(self) -> str:
        """Path of the file of a part, with a placeholder."""
        return table_path(self.name, self.form, f"{{{self.parts}}}")

    @property
    def is_about_countries(self) -> bool:
        """Whether each row has a country of its own, in a column that identifies it."""
        return any(column.is_country and column.type == "text" and column.name in self.key for column in self.columns)


FORMS: Mapping[str, str] = {"JSON": "json", "CSV": "csv", "JSON Schema": "schema.json", "TopoJSON": "topo.json"}
"""The endings of the files with all rows of a table, by format. Only the table of outlines has TopoJSON."""


@dataclass(frozen=True)
class TableRows:
    """A table with its rows in the order of its key, and a hash of its content, which changes with any of them.

    ``is_corrected`` tells whether the owner of the site has corrected a value.
    """

    table: Table
    rows: Sequence[Mapping[str, Any]]
    revision: str
    is_corrected: bool = False

    @cached_property
    def by_country(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The rows of each country by its code, without countries that no row is about."""
        rows: dict[str, list[Mapping[str, Any]]] = {}
        for row in self.rows:
            for code in {*self.table.countries_of(row)}:
                rows.setdefault(code, []).append(row)
        return rows

    @cached_property
    def parts(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The rows of each file of a part, by the code or other value; nothing for a table in one piece."""
        if self.table.is_by_country:
            return dict(sorted(self.by_country.items()))
        rows: dict[str, list[Mapping[str, Any]]] = {}
        for row in self.rows if self.table.parts else ():
            rows.setdefault(row[self.table.parts], []).append(row)
        return rows


class Stored(NamedTuple):
    """What rows can be made from: the dataset, the tables that have a file, by name, and the outlines of countries."""

    dataset: Dataset
    tables: Mapping[str, TableRows]
    topology: OutlineTopology


def table_head(table: TableRows, sources: Sources) -> JsonObject:
    """Return what the JSON of a table says before its rows."""
    own = [{"title": OWN_TITLES[SITE]}] if table.is_corrected else []
    return {
        "kind": "table",
        "name": table.table.name,
        "schemaVersion": SCHEMA_VERSION,
        "revision": table.revision,
        "license": table.table.licence,
        "sources": [*(_source(sources[one]) for one in table.table.sources), *own],
    }


def _source(entry: SourceEntry) -> JsonObject:
    """Say what a source is, with the line that its licence requires, if it has one."""
    members = ("title", "version", "url", "licence", "date", "credit")
    return {name: value for name, value in entry.items() if name in members and value}


def columns_of(model: type) -> tuple[Column, ...]:
    """Derive the columns of a row model. Raises ``TypeError`` for a type that no form of a table can hold."""
    fields = get_type_hints(model, include_extras=True)
    return tuple(_column(name, annotation) for name, annotation in fields.items())


def _column(name: str, annotation: Any) -> Column:
    base, marks = _base(annotation)
    infos = [mark for mark in marks if isinstance(mark, FieldInfo)]
    field = next(info for info in infos if info.description)
    members: tuple[Column, ...] = ()
    if get_origin(base) is list:
        model = object_in(base)
        members = columns_of(model) if model else ()
        kind: ColumnType = "objects" if model else "list"
        marks += _base(get_args(base)[0])[1]
    elif any(info.json_schema_extra == _DATE for info in infos):
        kind = "date"
    elif base in _TYPES:
        kind = _TYPES[base]
    else:
        raise TypeError(f"column {name!r} has the type {base}, which no table can hold")
    is_country = any(isinstance(mark, CountryMark) for mark in marks)
    extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
    unit = str(extra.get("unit", ""))
    return Column(name, kind, unit, field.description or "", field.is_required(), is_country, members)


def _base(annotation: Any) -> tuple[Any, list[Any]]:
    """Return a type without ``Annotated`` and ``None``, and its marks; a literal is the type of its values."""
    if get_origin(annotation) is Annotated:
        inner, *marks = get_args(annotation)
        base, further = _base(inner)
        return base, [*marks, *further]
    if get_origin(annotation) is Literal:
        return type(get_args(annotation)[0]), []
    options = [option for option in get_args(annotation) if option is not type(None)]
    if type(None) in get_args(annotation) and len(options) == 1:
        return _base(options[0])
    return annotation, []


def _codes(columns: Sequence[Column], row: Mapping[str, Any]) -> Iterator[str]:
    for one in columns:
        value = row[one.name]
        if one.members:
            for item in value or ():
                yield from _codes(one.members, item)
        elif one.is_country and value is not None:
            yield from value if one.type == "list" else (value,)
