"""The types of a table: its declaration, its columns, which are derived from the model of its rows, and its rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_type_hints

import orjson
from pydantic import Field, TypeAdapter

from builder.api.dataset_files import SITE, SourceEntry, Sources
from builder.api.field_types import Alpha2, object_in
from builder.api.output_paths import TABLES_FOLDER
from builder.api.types import SCHEMA_VERSION, Dataset, JsonObject, digest
from builder.extensions.tables.origins import Origins
from builder.extensions.tables.provenance import UNLISTED_TITLES
from builder.extensions.tables.topology import OutlineTopology

ColumnType = Literal["text", "date", "integer", "number", "boolean", "list", "objects"]
# The types of columns by the types of JSON Schema.
_TYPES: Mapping[str, ColumnType] = {
    "string": "text",
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "array": "list",
}
# In ``Table.compared_with``: a column that this project writes or calculates itself.
OURS = "ours"


def table_path(name: str, ending: str, part: str = "") -> str:
    """Return the path of a file of a table or of its *part* below ``public/``. *ending* has no dot before it."""
    return f"{TABLES_FOLDER}/{name}{f'/{part.lower()}' if part else ''}.{ending}"


class CountryMark:
    """Marks the type of a value that is the code of a country of the dataset."""


# The alpha-2 code of a country of the dataset. A build refuses other codes.
CountryCode = Annotated[Alpha2, CountryMark()]


def column(meaning: str, unit: str = "") -> Any:
    """Declare a column that every row has. *unit* is the unit of a measured value."""
    return Field(description=meaning, json_schema_extra={"unit": unit} if unit else None)


def nullable(meaning: str, unit: str = "") -> Any:
    """Declare a column that is ``null`` if its value is unknown or does not apply."""
    return Field(default=None, description=meaning, json_schema_extra={"unit": unit} if unit else None)


class Column(NamedTuple):
    """A column of a table. ``unit`` is empty for a value without one.

    The values of an ``is_country`` column are codes of countries or lists of such codes. ``members`` are the columns of
    the objects in a list; they are empty for other types.
    """

    name: str
    type: ColumnType
    meaning: str
    unit: str = ""
    is_required: bool = False
    is_country: bool = False
    members: tuple["Column", ...] = ()

    @property
    def description(self) -> str:
        """The meaning of the column, with its unit."""
        return f"{self.meaning} Unit: {self.unit}." if self.unit else self.meaning

    @property
    def is_list(self) -> bool:
        """Whether a value has several items."""
        return self.type in ("list", "objects")


@dataclass(frozen=True)
class Table:
    """The declaration of a table. Its files, pages and schemas are derived from it.

    ``builder/extensions/tables/templates/text/notes/<name>.md`` says how to read the table, what it leaves out and why.
    """

    # The address below ``/tables/``, and the name of the file in ``data/tables/``.
    name: str
    title: str
    sentence: str
    row_model: type
    # The columns that identify a row; rows are sorted by them.
    key: tuple[str, ...]
    # Ids of ``data/sources.json``.
    sources: tuple[str, ...]
    # An SPDX expression.
    licence: str
    # The second source of each column outside of the key, or ``OURS``: ``countries agree`` or a test compares with it.
    compared_with: Mapping[str, str] = field(default_factory=dict, hash=False)
    # Search terms that the title and the columns do not contain.
    words: str = ""
    # Each value of this column has a further file with its rows; empty without such files.
    part_column: str = ""
    # The ending of the further files. ``geojson`` is for the outlines of countries.
    form: Literal["json", "geojson"] = "json"
    # The name in the SQLite database, if another table there has the name of this one.
    sql_table: str = ""
    # Computes the rows of a table without a file in ``data/tables/``.
    make_rows: Callable[["RowInputs"], Iterable[JsonObject]] | None = None
    # Whether the page of a country shows the rows that name it, and not only a link to their file.
    is_shown: bool = True
    # Writes a row as labels and texts for the page of a country.
    facts: Callable[[Mapping[str, Any]], Iterable[tuple[str, str]]] | None = None

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns in the order of the row model."""
        return columns_of(self.row_model)

    @property
    def licences(self) -> list[str]:
        """Identifiers of the licences; all of them apply."""
        return self.licence.split(" AND ")

    @property
    def sql_name(self) -> str:
        """Name of the table in the SQLite database."""
        return self.sql_table or self.name.replace("-", "_")

    def key_of(self, row: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the values of the key of a row."""
        return tuple([row[name] for name in self.key])

    def countries_of(self, row: Mapping[str, Any]) -> Iterator[str]:
        """Yield the codes of countries in a row; a code can come more than once."""
        return _country_codes(self.country_columns, row)

    @cached_property
    def country_columns(self) -> tuple[Column, ...]:
        """The columns that contain codes of countries, or objects that may contain some."""
        return tuple(column for column in self.columns if column.is_country or column.members)

    @property
    def is_by_country(self) -> bool:
        """Whether each country has a file of its rows."""
        return any(column.is_country and column.name == self.part_column for column in self.columns)

    @property
    def part_name(self) -> str:
        """``country``, or the name of the column that divides the table."""
        return "country" if self.is_by_country else self.part_column

    @property
    def part_pattern(self) -> str:
        """Address of the file of a part, with a placeholder for the value; empty for a table without parts."""
        return f"/{table_path(self.name, self.form, f'{{{self.part_column}}}')}" if self.part_column else ""


@dataclass(frozen=True)
class TableRows:
    """Rows of a table, sorted by key. ``is_corrected`` is true if the owner of the site has corrected a value."""

    table: Table
    rows: Sequence[Mapping[str, Any]]
    is_corrected: bool = False

    @cached_property
    def revision(self) -> str:
        """A hash of the rows."""
        return digest(orjson.dumps(self.rows))

    @cached_property
    def by_country(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The rows that name a country, by its code."""
        rows: dict[str, list[Mapping[str, Any]]] = {}
        for row in self.rows:
            for code in {*self.table.countries_of(row)}:
                rows.setdefault(code, []).append(row)
        return rows

    @cached_property
    def parts(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The rows of each part, by the value of the column that divides the table; empty for a table without parts."""
        if self.table.is_by_country:
            return dict(sorted(self.by_country.items()))
        rows: dict[str, list[Mapping[str, Any]]] = {}
        for row in self.rows if self.table.part_column else ():
            rows.setdefault(row[self.table.part_column], []).append(row)
        return rows


class RowInputs(NamedTuple):
    """The inputs of ``make_rows``: the dataset, the origins of its values, the stored tables by name, the outlines."""

    dataset: Dataset
    origins: Origins
    tables: Mapping[str, TableRows]
    topology: OutlineTopology


def table_head(table: TableRows, sources: Sources) -> JsonObject:
    """Return the members of the JSON of a table that precede ``rows``."""
    site = [{"title": UNLISTED_TITLES[SITE]}] if table.is_corrected else []
    return {
        "kind": "table",
        "name": table.table.name,
        "schemaVersion": SCHEMA_VERSION,
        "revision": table.revision,
        "license": table.table.licence,
        "sources": [*(_source(sources[name]) for name in table.table.sources), *site],
    }


def _source(entry: SourceEntry) -> JsonObject:
    """Describe a source, with the credit that its licence requires, if any."""
    members = ("title", "version", "url", "licence", "date", "credit")
    return {name: value for name, value in entry.items() if name in members and value}


def columns_of(model: type) -> tuple[Column, ...]:
    """Derive the columns of a row model. Raises ``TypeError`` for a type that a table cannot contain."""
    described = TypeAdapter(model).json_schema()["properties"]
    annotations = get_type_hints(model, include_extras=True)
    return tuple(_column(name, described[name], annotation) for name, annotation in annotations.items())


def _column(name: str, described: Mapping[str, Any], annotation: Any) -> Column:
    value = next(one for one in described.get("anyOf", [described]) if one.get("type") != "null")
    model = object_in(annotation)
    kind = "objects" if model else "date" if value.get("format") == "date" else _TYPES.get(value.get("type"))
    if kind is None:
        raise TypeError(f"column {name!r} has the type {annotation}, which no column can have")
    return Column(
        name,
        kind,
        described["description"],
        described.get("unit", ""),
        is_required="default" not in described,
        is_country=_is_marked(annotation),
        members=columns_of(model) if model else (),
    )


def _is_marked(annotation: Any) -> bool:
    return isinstance(annotation, CountryMark) or any(map(_is_marked, get_args(annotation)))


def _country_codes(columns: Sequence[Column], row: Mapping[str, Any]) -> Iterator[str]:
    for column in columns:
        value = row[column.name]
        if column.members:
            for item in value or ():
                yield from _country_codes(column.members, item)
        elif column.is_country and value is not None:
            yield from value if column.type == "list" else (value,)
