"""The types of sources, licences, reference lists, other names and changes, which are files in ``data/``."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired

from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from builder.api.field_types import Alpha2, CurrencyKey, Date, DateTime, LanguageKey, Text, Uri, shallow

# Any JSON value that is not nested too deeply.
Json = Annotated[Any, AfterValidator(shallow)]


class SourceEntry(TypedDict):
    """A source of the dataset: its name and version, its licence and its date (ISO 8601).

    ``package``, ``repository`` or ``tables`` says where a refresh finds the source.
    """

    id: Text
    title: Text
    version: Text
    url: Uri
    licence: Text
    date: Date
    credit: NotRequired[Text]
    package: NotRequired[Json]
    repository: NotRequired[Json]
    tables: NotRequired[Sequence[Text]]


class LicenceNotice(TypedDict):
    """What the licence of a source requires: its holder, a credit line and, for some licences, a notice text."""

    source: Text
    title: Text
    holder: Text
    licence: Text
    licenceUrl: Uri
    credit: Text
    text: NotRequired[str]


class LicencesFile(TypedDict):
    """The content of ``data/licences.json``: licences of the database and its contents (SPDX), notices of sources."""

    licence: Text
    licenceUrl: Uri
    contents: Text
    contentsUrl: Uri
    notices: Sequence[LicenceNotice]


Sources = Mapping[str, SourceEntry]
"""Sources by id."""

SITE = "site"
"""The id that stands for the owner of the site as a source. No entry of the list of sources has it."""


class SourceFile(TypedDict):
    """The content of ``data/sources.json``: the number of the dataset's form, its date, and its sources.

    ``tables`` are the sources that only tables use. A build reads only the ids of ``peers``, and ignores ``fields``.
    """

    form: NotRequired[int]
    fetchedAt: DateTime
    sources: Sequence[SourceEntry]
    tables: NotRequired[Sequence[SourceEntry]]
    peers: NotRequired[Sequence[Json]]
    fields: NotRequired[Mapping[str, Sequence[str]]]


class SourcesAndLicences(SourceFile):
    """The content of ``data/sources.json`` with that of ``data/licences.json``."""

    licences: NotRequired[LicencesFile]


class Continents(TypedDict):
    """The content of ``data/reference/continents.json``: the continents that records may name."""

    continents: Sequence[str]


class Statuses(TypedDict):
    """The content of ``data/reference/statuses.json``: the values that the field ``status`` may have."""

    statuses: Sequence[str]


class RegionalGroups(TypedDict):
    """The content of ``data/reference/unRegionalGroups.json``: the regional groups of the United Nations."""

    unRegionalGroups: Sequence[str]


class LanguageEntry(TypedDict):
    """A language: its name, and its ISO 639-1 code if it has one."""

    name: Text
    alpha2: NotRequired[Annotated[str, Field(pattern="^[a-z]{2}$")]]


class OtherName(TypedDict):
    """A name of a country or of its capital that no record has: its kind, and the lists in which it was found."""

    name: Text
    kind: Literal["abbreviation", "former", "island", "language", "list", "part"]
    source: Text


class FieldChange(TypedDict):
    """A field of a country with its values before and after, and the source of the new value if it is known."""

    cca2: Alpha2
    field: Text
    old: NotRequired[Json]
    new: NotRequired[Json]
    source: NotRequired[Text]


class TableChange(TypedDict):
    """A column of a table, and how many of its values were changed, added or removed."""

    table: Text
    column: Text
    values: Annotated[int, Field(ge=1)]


class ChangesFile(TypedDict):
    """The content of a file of ``data/changes/``: the changes of one day."""

    date: Date
    changes: list[FieldChange]
    tables: NotRequired[list[TableChange]]


# The files of ``data/reference/`` by name. A valid dataset has each of them.
Reference = TypedDict(
    "Reference",
    {
        "capital-years": Mapping[str, int | None],
        "continents": Continents,
        "coverage": Mapping[str, str],
        "currencies": Mapping[CurrencyKey, Text],
        "former": Mapping[str, Sequence[str]],
        "languages": Mapping[LanguageKey, LanguageEntry],
        "local-issues": Mapping[CurrencyKey, Text],
        "regions": Mapping[str, Sequence[str]],
        "statuses": Statuses,
        "unRegionalGroups": RegionalGroups,
    },
)


def sources_by_id(sources: SourceFile) -> Sources:
    """Return the sources of records and of tables by id, without peers, which are only compared."""
    entries = (*sources["sources"], *sources.get("tables", ()))
    return {entry["id"]: entry for entry in entries}
