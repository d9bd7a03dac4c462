"""The types of the values that the steps of a build pass on: plain, immutable data."""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, Self
from urllib.parse import quote

import orjson

from builder.api.dataset_files import ChangesFile, Reference, SourceTable
from builder.api.interface import Interface
from builder.api.record_model import Country
from builder.api.route_type import Route

# A JSON object that is only written. Objects that are read have types.
JsonObject = dict[str, object]

Fold = Callable[[list[str]], list[str]]

SCHEMA_VERSION = 1


def digest(content: bytes) -> str:
    """Hash *content*. Equal digests mean equal bytes."""
    return blake2b(content, digest_size=8).hexdigest()


class Record(NamedTuple):
    """A country: the record with its fields in answer order, the same as JSON, and a hash of it."""

    value: Country
    body: bytes
    digest: str

    @property
    def cca2(self) -> str:
        """Alpha-2 code, upper case."""
        return str(self.value["cca2"])


class ValueCorrection(NamedTuple):
    """A correction of a field of a country, by the owner of the site: alpha-2 code, dot path, and the reason."""

    cca2: str
    field: str
    reason: str


class TableCorrection(NamedTuple):
    """A correction of a value in a table, by the owner of the site, with the file and the place of its row."""

    file: str
    place: str
    table: str
    key: Mapping[str, str | int]
    column: str
    value: Any


class OwnValue(NamedTuple):
    """A value of a field of the owner, its year and its source; both can be empty."""

    value: Any
    year: str
    source: str


class OwnParts(NamedTuple):
    """What the owner of the site adds: the alpha-2 codes of records and of flags, corrections, and values of fields.

    ``fields`` has the values by the name of the field, and by alpha-2 code.
    """

    records: frozenset[str] = frozenset()
    flags: tuple[str, ...] = ()
    corrections: tuple[ValueCorrection, ...] = ()
    table_corrections: tuple[TableCorrection, ...] = ()
    fields: Mapping[str, Mapping[str, OwnValue]] = MappingProxyType({})


class Dataset(NamedTuple):
    """All records in dataset order, the lists, the aliases, the sources, the hash of all of it, and its interface.

    ``aliases`` maps the name of each alias file to its table: lists of aliases by value or code. ``names`` maps the
    index of a search to the further names by which the search finds a record, by alpha-2 code.
    ``changes`` are the files of ``data/changes/``, the newest first.
    ``sources`` is ``data/sources.json`` with the required notices, ``licences``. ``left_out`` are the alpha-2 codes of
    the shipped countries that the site leaves out; the owner of a site may use one again. ``own`` is what he adds.
    """

    records: tuple[Record, ...]
    reference: Reference
    aliases: Mapping[str, Mapping[str, list[str]]]
    names: Mapping[str, Mapping[str, list[str]]]
    sources: SourceTable
    notice: JsonObject
    changes: tuple[ChangesFile, ...]
    revision: str
    interface: Interface = Interface()
    left_out: frozenset[str] = frozenset()
    own: OwnParts = OwnParts()


class Listing(NamedTuple):
    """A list of record numbers in answer order.

    ``name`` is the folder of its windows, which is the path of the first address with these members. It is empty, and
    there are no files, when only parts of names and aliases lead to the listing. ``max_limit`` is the size of the
    largest window with which any route answers from it.
    """

    name: str
    members: tuple[int, ...]
    max_limit: int


class Names(NamedTuple):
    """The folded texts of a record that a search compares, in order of rank.

    A part of a common, official, native or alternative name is enough. Codes must match whole, and so must names in
    other languages, which ``in_other_languages`` has without spaces.
    """

    common: tuple[str, ...]
    others: tuple[str, ...] = ()
    exact_names: tuple[str, ...] = ()
    in_other_languages: tuple[str, ...] = ()


class Listings(NamedTuple):
    """All distinct listings, their numbers by index and key, and the texts of both searches by record.

    ``codes`` maps lowercase codes to record numbers. ``canonical_keys`` lists, by index, the keys that are codes or
    whole names. The other keys are parts and aliases, and have the answer of a canonical key. ``texts`` has, by index
    and key, the folded name with its spaces, which keys do not have. ``former`` maps the keys of codes and names that
    are reserved or no longer in use to the record numbers of their countries.
    """

    listings: tuple[Listing, ...]
    indexes: Mapping[str, Mapping[str, int]]
    canonical_keys: Mapping[str, tuple[str, ...]]
    texts: Mapping[str, Mapping[str, str]]
    codes: Mapping[str, int]
    former: Mapping[str, tuple[int, ...]]
    names: tuple[Names, ...]
    capitals: tuple[Names, ...]


class AnswerRow(NamedTuple):
    """A row of the table of answers: what a route answers for one value of its parameter, and where its files are.

    ``key`` is the value, folded and without spaces; ``text`` is the value as callers write it; both are empty without a
    parameter. ``query`` selects the answer, where the path alone does not. ``members`` are the numbers of the records
    in order, or of the items of a catalog. ``folder`` has the windows of these members; it is empty when there are no
    windows. ``file`` is the file of the answer without further parameters, or empty when the answer has no own file.
    """

    route: Route
    key: str
    text: str
    query: str
    members: tuple[int, ...]
    folder: str
    file: str

    @property
    def address(self) -> str:
        """The path of the request, percent-encoded."""
        return self.route.path.partition("{")[0] + quote(self.key, safe="~")

    @property
    def addresses(self) -> tuple[str, ...]:
        """The path of the request with the key, and with the text as callers write it, if they differ."""
        as_written = self.route.path.partition("{")[0] + quote(self.text, safe="~")
        return (self.address,) if as_written == self.address else (self.address, as_written)


class Catalog(NamedTuple):
    """A catalog: its kind, and its items as JSON in order."""

    kind: str
    items: tuple[bytes, ...]

    def window(self, limit: int, offset: int) -> bytes:
        """Make the JSON answer of a window."""
        items = self.items[offset : offset + limit]
        head = {
            "kind": self.kind,
            "schemaVersion": SCHEMA_VERSION,
            "total": len(self.items),
            "offset": offset,
            "limit": limit,
            "count": len(items),
        }
        return b'%b,"%b":[%b]}' % (orjson.dumps(head)[:-1], self.kind.encode(), b",".join(items))


class Entry(NamedTuple):
    """A file of the output, whose bytes are made when they are needed.

    ``address`` is the path of its URL, empty for a file that hosts do not send; ``path`` is its place below the root of
    the output. ``type`` is a key of ``TYPES`` in ``response_headers``, ``cache`` a key of ``CACHE`` there; ``headers``
    are its further headers. ``identity`` identifies the bytes before they are made, if it is not empty: entries with
    the same identity have the same bytes, and the bytes of an unchanged identity are not made again.
    """

    address: str
    path: str
    make: Callable[[], bytes]
    type: str = ""
    cache: str = "ok"
    headers: tuple[tuple[str, str], ...] = ()
    identity: str = ""

    @classmethod
    def of(cls, path: str, body: bytes) -> Self:
        """Describe a file that hosts do not send, whose bytes are known."""
        return cls("", path, lambda: body)


class Answer(NamedTuple):
    """What the edge core answers: status, headers and the body's text."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str


class Ask(Protocol):
    """Answers a GET of a target.

    *request* can have ``method``, ``country``, ``ifNoneMatch``, ``accept`` and ``entropy``.
    """

    def __call__(self, target: str, /, **request: str) -> Answer:
        """Return the whole answer."""
