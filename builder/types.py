"""The nouns that the stages hand on: plain frozen values."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NotRequired, Protocol, Self, TypedDict

import orjson

# An object of JSON whose shape the record model describes, and the one of a country, in answer order.
JsonObject = dict[str, Any]
CountryValue = JsonObject

Fold = Callable[[list[str]], list[str]]

SCHEMA_VERSION = 1

# A closed list: what each of its entries says, by code or name.
ReferenceList = Mapping[str, Any]


class SourceEntry(TypedDict):
    """A source of the dataset: its name and version, its licence and its date (ISO 8601)."""

    id: str
    title: str
    version: str
    url: str
    licence: str
    date: str


class FieldProvenance(TypedDict):
    """Whose value a field is in each country: alpha-2 codes by source and date.

    ``curated`` says by code why a correction changed it; ``unconfirmed`` are codes of addresses that nobody has asked.
    """

    sources: Mapping[str, Mapping[str, Sequence[str]]]
    curated: NotRequired[Mapping[str, str]]
    unconfirmed: NotRequired[Sequence[str]]


class LicenceNotice(TypedDict):
    """What a licence asks to be said of a source: its holder, a line of credit, and the notice where one is wanted."""

    source: str
    title: str
    holder: str
    licence: str
    licenceUrl: str
    credit: str
    text: NotRequired[str]


class LicenceTable(TypedDict, total=False):
    """The licence of the database and of its contents (SPDX names and addresses), and the notices of the sources."""

    licence: str
    licenceUrl: str
    contents: str
    contentsUrl: str
    notices: Sequence[LicenceNotice]


class SourceTable(TypedDict):
    """Where the dataset is from: its sources and services, what gave each field, and the notices to be repeated."""

    fetchedAt: NotRequired[str]
    sources: Sequence[SourceEntry]
    services: NotRequired[Sequence[Mapping[str, str]]]
    provenance: Mapping[str, FieldProvenance]
    licences: NotRequired[LicenceTable]


@dataclass(frozen=True)
class Record:
    """A country: its value in answer order, the encoded text of each field, the whole encoded, and its hash."""

    value: CountryValue
    texts: tuple[bytes, ...]
    body: bytes
    digest: str

    @property
    def cca2(self) -> str:
        """Alpha-2 code, upper case."""
        return str(self.value["cca2"])


@dataclass(frozen=True)
class Dataset:
    """All records in dataset order, the closed lists and tables of further names beside them, and the hash of it all.

    ``aliases`` holds for each table, by the stem of its file, lists of names by the value or code they stand for.
    ``sources`` is ``data/sources.json`` with two tables more: ``provenance``, whose value each field of each country is
    (``builder.tables.provenance`` reads it), and ``licences``, the notices to be repeated.
    """

    records: tuple[Record, ...]
    reference: Mapping[str, ReferenceList]
    aliases: Mapping[str, Mapping[str, list[str]]]
    sources: SourceTable
    notice: JsonObject
    revision: str


@dataclass(frozen=True)
class Listing:
    """Record numbers in answer order, and where their pages are.

    ``name`` is the folder of the address that first had the same members; it is empty, and there are no files, where
    only parts of names and usual other names lead there. ``ceiling`` is the greatest page size that any route answers
    from it.
    """

    name: str
    members: tuple[int, ...]
    ceiling: int


@dataclass(frozen=True)
class Names:
    """Folded texts of a record that a search looks in, those of a kind that is answered first standing first.

    Common names and others are found by any part; codes and the like, and translated names, only as a whole.
    """

    common: tuple[str, ...]
    others: tuple[str, ...] = ()
    wholes: tuple[str, ...] = ()
    translated: tuple[str, ...] = ()


@dataclass(frozen=True)
class Listings:
    """The distinct listings; for each index its keys' listing numbers; and what the two searches look in, by record.

    ``codes`` are record numbers by code in lower case. ``own`` are the keys of each index that are codes and whole
    names of their own; the others lead to the answer of one of these.
    """

    listings: tuple[Listing, ...]
    indexes: Mapping[str, Mapping[str, int]]
    own: Mapping[str, tuple[str, ...]]
    codes: Mapping[str, int]
    names: tuple[Names, ...]
    capitals: tuple[Names, ...]


@dataclass(frozen=True)
class Catalog:
    """A catalog: its kind and its encoded items in order."""

    kind: str
    items: tuple[bytes, ...]

    def page(self, limit: int, offset: int) -> bytes:
        """Encode the answer of a window."""
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


@dataclass(frozen=True, slots=True)
class File:
    """A file below its tree's root: its path, its bytes in pieces, and a hash or key that names those bytes.

    Two files with the same ``identity`` hold the same bytes, so one that is there already need not be written again.
    """

    path: str
    chunks: tuple[bytes, ...]
    identity: str

    @classmethod
    def of(cls, path: str, body: bytes) -> Self:
        """Make a file whose identity is the hash of *body*."""
        return cls(path, (body,), blake2b(body, digest_size=8).hexdigest())

    @property
    def body(self) -> bytes:
        """All bytes of the file."""
        return b"".join(self.chunks)

    @property
    def size(self) -> int:
        """Length in bytes."""
        return sum(map(len, self.chunks))


@dataclass(frozen=True)
class Asset:
    """A file with an address of its own: a document, an image, a page for people.

    ``type`` is a key of ``headers.TYPES``, ``cache`` one of ``headers.CACHE``; ``headers`` are its further headers.
    """

    address: str
    file: File
    type: str
    cache: str = "ok"
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Answer:
    """What the edge core answers: status, headers and the body's text."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str


class Ask(Protocol):
    """Answers a GET of a target; ``method``, ``country``, ``ifNoneMatch`` and ``entropy`` may be given as *request*."""

    def __call__(self, target: str, /, **request: str) -> Answer:
        """Answer in full."""
