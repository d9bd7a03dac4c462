"""What hosts answer from files without the function: static addresses, images, and routes without a query."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from builder.api.headers import CACHE, LINK, TOTAL_COUNT, TYPES, common
from builder.api.output_paths import API_FOLDER, HEALTH, TABLES_FOLDER, WELL_KNOWN_FOLDER, answer_path
from builder.api.types import AnswerRow, Entry
from builder.javascript.core_calls import OpenSite
from builder.javascript.manifest import Manifest

# A placeholder for the path of the request in a Link header, which all addresses of an answer share.
PATH = "\0"
_NEXT = 'rel="next"'

# The addresses of answer files that are in no folder of answers.
ANSWER_FILES = (f"/{answer_path(f'/{API_FOLDER}')}", f"/{HEALTH}")
# The folder of the tables, whose files no function serves.
TABLE_FOLDER = f"/{TABLES_FOLDER}"
WELL_KNOWN = f"/{WELL_KNOWN_FOLDER}"

Headers = tuple[tuple[str, str], ...]


class ImageFolder(NamedTuple):
    """A folder of ``public/`` whose files are served at their paths, and their headers with Content-Type."""

    path: str
    headers: Headers


class FileAnswer(NamedTuple):
    """An answer from a file: the file below ``public/``, and its headers other than those of every answer.

    ``PATH`` is in the place of the path of the request.
    """

    file: str
    headers: Headers


class DefaultAnswer(NamedTuple):
    """The answer of ``row`` without a query: its file, which is no window, and its headers, as in ``FileAnswer``."""

    row: AnswerRow
    file: str
    headers: Headers

    @property
    def has_next(self) -> bool:
        """Whether there is a next page."""
        return any(name == LINK.name and _NEXT in value for name, value in self.headers)

    @property
    def has_total(self) -> bool:
        """Whether it is a list."""
        return any(name == TOTAL_COUNT.name for name, _ in self.headers)


def answer_headers(revision: str) -> Headers:
    """Return the headers of every answer file, with Content-Type."""
    return (*common(revision), ("Cache-Control", CACHE["ok"]), ("Content-Type", TYPES["json"]))


def file_headers(revision: str) -> Headers:
    """Return the headers of a file whose Content-Type the host sets, by the name of the file."""
    return (*common(revision), ("Cache-Control", CACHE["ok"]))


def well_known_headers(asset: Entry) -> Headers:
    """Return the headers that a file below ``/.well-known/`` has of its own, with Content-Type."""
    return (("Content-Type", TYPES[asset.type]), *asset.headers)


def image_folders(assets: Iterable[Entry], revision: str) -> tuple[ImageFolder, ...]:
    """List the folders of images. The images of a folder have the same headers."""
    found: dict[str, Headers] = {}
    for asset in assets:
        if asset.cache == "image":
            own = (("Cache-Control", CACHE["image"]), ("Content-Type", TYPES[asset.type]), *asset.headers)
            found[asset.address.rpartition("/")[0]] = (*common(revision), *own)
    return tuple(ImageFolder(path, headers) for path, headers in sorted(found.items()))


def file_answers(rows: Sequence[AnswerRow], manifest: Manifest, core: OpenSite) -> dict[str, FileAnswer]:
    """Find the answer of every address without a query that a file answers: routes in each spelling, and documents.

    *core* answers as the deployed function does.
    """
    # Rows with a file of their own come first, because others are answered by the file of an equal list.
    rows = sorted((row for row in rows if not row.query), key=lambda row: not row.file)
    # By an identity, because rows with the same records on the same route have the same answer.
    listed = {_identity(row): row for row in reversed(rows)}
    asked: dict[Hashable, str] = {identity: row.address for identity, row in listed.items()}
    shared = {name for name, _ in manifest["headers"]["common"]}
    found: dict[Hashable, FileAnswer] = {}
    results = core.answer_each(asked.values())
    for (identity, address), result in zip(asked.items(), results, strict=True):
        row = listed.get(identity)
        file = result.get("file", "")
        if file := file or (row.file if row else ""):
            headers = tuple(
                (name, value.replace(address, PATH) if name == LINK.name else value)
                for name, value in result["headers"]
                if name not in shared
            )
            found[identity] = FileAnswer(file, headers)
    filed = [row for row in rows if _identity(row) in found]
    return {address: found[_identity(row)] for row in filed for address in row.addresses}


def _identity(row: AnswerRow) -> Hashable:
    return row.route.path, row.key if row.route.caseless else row.members


def default_answers(rows: Sequence[AnswerRow], answers: Mapping[str, FileAnswer]) -> Iterator[DefaultAnswer]:
    """Find the default answer of every route and canonical key in its plain spelling. Codes share the files of alpha.

    *answers* is the result of ``file_answers``.
    """
    for row in rows:
        shared = answer_path(row.route.files_of, row.key) if row.route.files_of else ""
        file = row.file or shared
        if file and not row.query and "%" not in row.address and row.address in answers:
            yield DefaultAnswer(row, file, answers[row.address].headers)
