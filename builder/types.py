"""The types of the values that stages pass on: plain, immutable data."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, Protocol, Self
from urllib.parse import quote

import orjson
from pydantic import Field
from typing_extensions import TypedDict

from builder.api.routes import Route

# A JSON object whose shape the record model declares; and the object of a country, its fields in answer order.
JsonObject = dict[str, Any]
CountryValue = JsonObject

Fold = Callable[[list[str]], list[str]]

SCHEMA_VERSION = 1

# A reference list: entries by code or name.
ReferenceList = Mapping[str, Any]


class SourceEntry(TypedDict):
    """A source of the dataset: its name and version, its licence and its date (ISO 8601)."""

    id: str
    title: str
    version: str
    url: str
    licence: str
    date: str


class Correction(TypedDict):
    """What the corrections of one field of one country say.

    ``reason`` is in sentences. ``publisher`` names who publishes what stands. ``removed`` has the values of sources
    that do not stand, by path in the record; a list there has the removed items alone.
    """

    reason: str
    publisher: NotRequired[str]
    removed: NotRequired[Mapping[str, Any]]


class FieldProvenance(TypedDict):
    """The sources of one field: alpha-2 codes by source and date.

    ``curated`` gives, by code, what a correction changed. ``notes`` say, by code, what else belongs to the value: who
    published it, what it covers, and what stands beside it. ``unconfirmed`` lists the codes of countries whose website
    was entered by hand and has not been requested yet.
    """

    sources: Mapping[str, Mapping[str, Sequence[str]]]
    curated: NotRequired[Mapping[str, Correction]]
    notes: NotRequired[Mapping[str, str]]
    unconfirmed: NotRequired[Sequence[str]]


class LicenceNotice(TypedDict):
    """What the licence of a source requires: its holder, a credit line and, for some licences, a notice text."""

    source: str
    title: str
    holder: str
    licence: str
    licenceUrl: str
    credit: str
    text: NotRequired[str]


class LicenceTable(TypedDict):
    """The licences of the database and of its contents (SPDX names and URLs), and the notices of the sources."""

    licence: str
    licenceUrl: str
    contents: str
    contentsUrl: str
    notices: Sequence[LicenceNotice]


class ServiceEntry(TypedDict):
    """A service that a refresh queries: its name, its licence and its date (ISO 8601), if they are known."""

    id: str
    title: NotRequired[str]
    licence: NotRequired[str]
    date: NotRequired[str]


class SourceFile(TypedDict):
    """What a build reads of ``data/sources.json``: the date of the dataset, its packages and its services.

    ``tables`` are the sources that only tables beside the record have.
    """

    fetchedAt: NotRequired[str]
    sources: Sequence[SourceEntry]
    services: Sequence[ServiceEntry]
    tables: NotRequired[Sequence[SourceEntry]]


class SourceTable(SourceFile):
    """The sources of the dataset: packages and services, the provenance of each field, and the required notices."""

    provenance: Mapping[str, FieldProvenance]
    licences: NotRequired[LicenceTable]


class PlausibleBounds(TypedDict):
    """What a build reads of ``data/reference/bounds.json``: the least and the greatest plausible figures.

    ``figures`` is by path of the field; a field without a bound may have any figure.
    """

    unMembers: int
    kilometresToCapital: float
    figures: Mapping[str, tuple[float, float]]


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
    """A language, by its ISO 639-3 code: its name, and its ISO 639-1 code if it has one."""

    name: str
    alpha2: NotRequired[str]


class LandSum(TypedDict):
    """The area in square kilometres of records that belong together, and why it is that."""

    records: Sequence[str]
    area: float
    why: str


class WorldLand(TypedDict):
    """The least and the greatest sum of all areas, in square kilometres, and why."""

    least: int
    greatest: int
    why: str


class LandTable(TypedDict):
    """The content of ``data/reference/land.json``."""

    sums: Sequence[LandSum]
    world: WorldLand


class DisputedPlace(TypedDict):
    """A row of the table of disputed places: the decision that it follows and, in words, what each field does.

    An empty text means that the place does not touch the field. ``holds`` are code, path and value of records; the path
    ``outline`` has a point (longitude and latitude) and the key of the shape around it.
    """

    place: str
    by: str
    land: str
    capital: str
    independent: str
    status: str
    flag: str
    currency: str
    zones: str
    outline: str
    names: str
    holds: Sequence[tuple[str, str, Any]]


class DisputedPlaces(TypedDict):
    """The content of ``data/reference/disputed-places.json``."""

    places: Sequence[DisputedPlace]


class OutsidePoint(TypedDict):
    """A point (latitude and longitude) that lies outside the outline of its country, and why."""

    point: tuple[float, float]
    why: str


class PolygonOutline(TypedDict):
    """The outline of a country, by its alpha-2 code, as rings of numbers of arcs; a negative one is a reversed arc."""

    type: Literal["Polygon"]
    id: str
    arcs: Sequence[Sequence[int]]


class MultiPolygonOutline(TypedDict):
    """The outline of a country of several parts, each as the rings of ``PolygonOutline``."""

    type: Literal["MultiPolygon"]
    id: str
    arcs: Sequence[Sequence[Sequence[int]]]


class OutlineCollection(TypedDict):
    """The outlines of all countries."""

    geometries: Sequence[Annotated[PolygonOutline | MultiPolygonOutline, Field(discriminator="type")]]


class OutlineObjects(TypedDict):
    """The outlines, and the borders that a map draws dashed."""

    countries: OutlineCollection
    disputed: JsonObject


class OutlineTopology(TypedDict):
    """What a build reads of ``data/reference/outlines.json``, quantized TopoJSON: arcs of deltas and the outlines."""

    transform: Mapping[str, tuple[float, float]]
    objects: OutlineObjects
    arcs: Sequence[Sequence[tuple[float, float]]]


class Record(NamedTuple):
    """A country: the record with its fields in answer order, the same as JSON, and a hash of it."""

    value: CountryValue
    body: bytes
    digest: str

    @property
    def cca2(self) -> str:
        """Alpha-2 code, upper case."""
        return str(self.value["cca2"])


class Dataset(NamedTuple):
    """All records in dataset order, the reference lists, the aliases, the sources, and the hash of all of it.

    ``aliases`` maps the name of each alias file to its table: lists of aliases by value or code. ``names`` has, by the
    index of a search, the further names by which it finds a record, by alpha-2 code.
    ``sources`` is ``data/sources.json`` with two more tables: ``provenance``, the source of each field of each country
    (read by ``builder.api.provenance``), and ``licences``, the required notices.
    """

    records: tuple[Record, ...]
    reference: Mapping[str, ReferenceList]
    aliases: Mapping[str, Mapping[str, list[str]]]
    names: Mapping[str, Mapping[str, list[str]]]
    sources: SourceTable
    notice: JsonObject
    revision: str


class Listing(NamedTuple):
    """A list of record numbers in answer order.

    ``name`` is the folder of its pages, which is the path of the first address with these members. It is empty, and
    there are no files, when only parts of names and aliases lead to the listing. ``max_limit`` is the largest page
    size with which any route answers from it.
    """

    name: str
    members: tuple[int, ...]
    max_limit: int


class Names(NamedTuple):
    """The folded texts of a record that a search compares, in order of rank.

    A part of a common, official, native or alternative name is enough. Codes must match whole, and so must names in
    other languages: ``elsewhere`` has these without spaces, each on a line, because there are 17,000.
    """

    common: tuple[str, ...]
    others: tuple[str, ...] = ()
    exact_names: tuple[str, ...] = ()
    elsewhere: str = ""


class Listings(NamedTuple):
    """All distinct listings, their numbers by index and key, and the texts of both searches by record.

    ``codes`` maps lowercase codes to record numbers. ``canonical_keys`` lists, by index, the keys that are codes or
    whole names. The other keys are parts and aliases, and have the answer of one of those. ``texts`` has, by index and
    key, the folded name with its spaces, which keys do not have.
    """

    listings: tuple[Listing, ...]
    indexes: Mapping[str, Mapping[str, int]]
    canonical_keys: Mapping[str, tuple[str, ...]]
    texts: Mapping[str, Mapping[str, str]]
    codes: Mapping[str, int]
    names: tuple[Names, ...]
    capitals: tuple[Names, ...]


class AnswerRow(NamedTuple):
    """A row of the table of answers: what a route answers for one value of its parameter, and where its files are.

    ``key`` is the value, folded and without spaces, ``text`` the same as callers write it; both are empty without a
    parameter. ``query`` selects the answer, where the path alone does not. ``members`` are the numbers of the records
    in order, or of the items of a catalog. ``folder`` holds the windows of these members; it is empty when there are
    none. ``file`` is the file of the answer without further parameters, or empty when it has none of its own.
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
        spelled = self.route.path.partition("{")[0] + quote(self.text, safe="~")
        return (self.address,) if spelled == self.address else (self.address, spelled)


class Catalog(NamedTuple):
    """A catalog: its kind, and its items as JSON in order."""

    kind: str
    items: tuple[bytes, ...]

    def page(self, limit: int, offset: int) -> bytes:
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


class File(NamedTuple):
    """A file of the output: its path, its bytes in pieces, and a hash or key that identifies those bytes.

    Two files with the same ``identity`` have the same bytes, so an existing one is not written again.
    """

    path: str
    chunks: tuple[bytes | memoryview, ...]
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
        """Size in bytes."""
        return sum(map(len, self.chunks))


FileJob = Callable[[], Iterable[File]]
"""Makes some files of a tree. It can run in another process."""


class Asset(NamedTuple):
    """A file with an address of its own: a document, an image or an HTML page.

    ``type`` is a key of ``headers.TYPES``, ``cache`` one of ``headers.CACHE``; ``headers`` are its further headers.
    """

    address: str
    file: File
    type: str
    cache: str = "ok"
    headers: tuple[tuple[str, str], ...] = ()


class Answer(NamedTuple):
    """What the edge core answers: status, headers and the body's text."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str


class Ask(Protocol):
    """Answers a GET of a target.

    ``method``, ``country``, ``ifNoneMatch``, ``accept`` and ``entropy`` may be given as *request*.
    """

    def __call__(self, target: str, /, **request: str) -> Answer:
        """Answer in full."""
