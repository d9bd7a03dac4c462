"""The types of the values that the steps of a build pass on: plain, immutable data."""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, Self
from urllib.parse import quote

import orjson

from builder.api.dataset_files import ChangesFile, Reference, SourcesAndLicences
from builder.api.interface import Interface
from builder.api.record_model import Country
from builder.api.route_type import Route

# A JSON object whose members have no declared types.
JsonObject = dict[str, object]
# Folds each text of a list, as ``edge/core/fold.js`` does.
Fold = Callable[[list[str]], list[str]]

SCHEMA_VERSION = 1


def digest(content: bytes) -> str:
    """Hash *content*. Equal digests mean equal bytes."""
    return blake2b(content, digest_size=8).hexdigest()


class Record(NamedTuple):
    """A country: ``value`` has the fields in answer order; ``body`` is their JSON; ``digest`` is a hash of the body."""

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
    """A correction of a value in a table, by the owner of the site. ``file`` and ``place`` say where it is written."""

    file: str
    place: str
    table: str
    key: Mapping[str, str | int]
    column: str
    value: Any


class OwnValue(NamedTuple):
    """A value of a field of the owner. ``year`` and ``source`` can be empty."""

    value: Any
    year: str
    source: str


class OwnParts(NamedTuple):
    """The owner's additions to a dataset: alpha-2 codes of records and of flags, corrections, and values of fields.

    ``fields`` has these values by the name of the field, then by alpha-2 code.
    """

    records: frozenset[str] = frozenset()
    flags: tuple[str, ...] = ()
    corrections: tuple[ValueCorrection, ...] = ()
    table_corrections: tuple[TableCorrection, ...] = ()
    fields: Mapping[str, Mapping[str, OwnValue]] = MappingProxyType({})


class Dataset(NamedTuple):
    """All records in dataset order, the reference lists, aliases, names, sources and changes, and the interface.

    ``aliases`` maps the name of each alias file to its table: lists of aliases by value or code. ``names`` maps each
    file of ``data/names/`` to further names by which searches find a record, by alpha-2 code. ``changes`` are the files
    of ``data/changes/``, the newest first. ``revision`` is a hash of the members before it, except
    ``changes``. ``left_out`` are the alpha-2 codes of the shipped countries that the site leaves out. The owner may use
    such a code for a country that he adds. ``own`` are his additions.
    """

    records: tuple[Record, ...]
    reference: Reference
    aliases: Mapping[str, Mapping[str, list[str]]]
    names: Mapping[str, Mapping[str, list[str]]]
    sources: SourcesAndLicences
    notice: JsonObject
    changes: tuple[ChangesFile, ...]
    revision: str
    interface: Interface = Interface()
    left_out: frozenset[str] = frozenset()
    own: OwnParts = OwnParts()


class Listing(NamedTuple):
    """A list of record numbers in answer order.

    ``name`` is the folder of its windows, which is the path of the first address with these members. The name is empty,
    and there are no files, when only parts of names and aliases lead to the listing. ``max_limit`` is the largest page
    size of the routes that answer from the listing.
    """

    name: str
    members: tuple[int, ...]
    max_limit: int


class Names(NamedTuple):
    """The folded texts of a record that a search compares with its query.

    The query can be a part of ``common`` or of ``others``: official, native and alternative names. It must equal one of
    ``exact_names``, which are codes and short names, or one of ``in_other_languages``: names in other languages and
    other names in use, without spaces.
    """

    common: tuple[str, ...]
    others: tuple[str, ...] = ()
    exact_names: tuple[str, ...] = ()
    in_other_languages: tuple[str, ...] = ()


class Listings(NamedTuple):
    """All distinct listings, their numbers by index and key, and the names and capitals that searches compare.

    ``codes`` maps lowercase codes to record numbers. ``canonical_keys`` lists, by index, the keys that are codes or
    whole names. All other keys are aliases, signs and parts of names. ``texts`` has, by index and key, the folded name
    with its spaces, which keys lack. ``former`` maps the keys of codes and names that are reserved or no longer in use
    to the record numbers of their countries.
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
    parameter. ``query`` selects the answer, where the path alone does not. ``members`` are the numbers of the records,
    or of the items of a catalog, in order. ``folder`` has the windows of these members; it is empty when there are
    none. ``file`` is the file of the answer without further parameters; it is empty when the answer has no such file.
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
    """An answer of the edge core: its status, its headers and the text of its body."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str


class Ask(Protocol):
    """Answers a request for a target: a GET, unless *request* has another ``method``.

    *request* can also have ``country``, ``ifNoneMatch``, ``accept`` and ``entropy``.
    """

    def __call__(self, target: str, /, **request: str) -> Answer:
        """Return the answer."""
