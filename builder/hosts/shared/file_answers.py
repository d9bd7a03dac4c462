"""Finds what hosts send from files, without the function: answers to requests without a query, and images."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from builder.api.output_paths import API_FOLDER, HEALTH, TABLES_FOLDER, WELL_KNOWN_FOLDER, answer_path
from builder.api.response_headers import CACHE, LINK, TOTAL_COUNT, TYPES, common
from builder.api.types import AnswerRow, Entry
from builder.javascript.core_calls import OpenSite
from builder.javascript.manifest import Manifest

# A placeholder for the path of the request in a Link header: an answer can have several addresses.
PATH = "\0"
_NEXT = 'rel="next"'

# The addresses of files of answers that are in the top folder.
ANSWER_FILES = (f"/{answer_path(f'/{API_FOLDER}')}", f"/{HEALTH}")
TABLE_FOLDER = f"/{TABLES_FOLDER}"
WELL_KNOWN = f"/{WELL_KNOWN_FOLDER}"

Headers = tuple[tuple[str, str], ...]


class DefaultAnswer(NamedTuple):
    """The answer of ``row`` without a query: its file below ``public/``, and the headers that not every answer has.

    In the headers, ``PATH`` stands for the path of the request.
    """

    row: AnswerRow
    file: str
    headers: Headers

    @property
    def has_next(self) -> bool:
        """Whether there is a next page."""
        return any(name == LINK.name and _NEXT in value for name, value in self.headers)

    @property
    def has_total(self) -> bool:
        """Whether the answer has the header with the total, as lists have."""
        return any(name == TOTAL_COUNT.name for name, _ in self.headers)


def answer_headers(revision: str) -> Headers:
    """Return the headers of every answer file, with Content-Type."""
    return (*common(revision), ("Cache-Control", CACHE["ok"]), ("Content-Type", TYPES["json"]))


def file_headers(revision: str) -> Headers:
    """Return the headers of a file whose Content-Type the host sets, by the name of the file."""
    return (*common(revision), ("Cache-Control", CACHE["ok"]))


def well_known_headers(asset: Entry) -> Headers:
    """Return the headers of a file below ``/.well-known/`` that not every file has, with Content-Type."""
    return (("Content-Type", TYPES[asset.type]), *asset.headers)


def image_folders(assets: Iterable[Entry], revision: str) -> dict[str, Headers]:
    """Map each folder of images to the headers, with Content-Type, that all its files have."""
    by_folder: dict[str, Headers] = {}
    for asset in assets:
        if asset.cache == "image":
            further = (("Cache-Control", CACHE["image"]), ("Content-Type", TYPES[asset.type]), *asset.headers)
            by_folder[asset.address.rpartition("/")[0]] = (*common(revision), *further)
    return dict(sorted(by_folder.items()))


def file_answers(rows: Sequence[AnswerRow], manifest: Manifest, core: OpenSite) -> dict[str, Headers]:
    """Find the headers of the answers without a query that have a file, by address.

    A value has an address for each of its spellings. *core* answers as the deployed function does.
    """
    # Rows with a file come first: a row with the same answer, but without a file, is answered from that file.
    rows = sorted((row for row in rows if not row.query), key=lambda row: not row.file)
    # One row for each answer.
    first_rows = {_identity(row): row for row in reversed(rows)}
    common_names = {name for name, _ in manifest["headers"]["common"]}
    answers: dict[Hashable, Headers] = {}
    results = core.answer_each(row.address for row in first_rows.values())
    for (identity, row), result in zip(first_rows.items(), results, strict=True):
        if result.get("file") or row.file:
            answers[identity] = tuple(
                (name, value.replace(row.address, PATH) if name == LINK.name else value)
                for name, value in result["headers"]
                if name not in common_names
            )
    with_file = [row for row in rows if _identity(row) in answers]
    return {address: answers[_identity(row)] for row in with_file for address in row.addresses}


def _identity(row: AnswerRow) -> Hashable:
    """Identify the answer of a row: rows with equal identities have the same answer."""
    return row.route.path, row.key if row.route.caseless else row.members


def default_answers(rows: Sequence[AnswerRow], answers: Mapping[str, Headers]) -> Iterator[DefaultAnswer]:
    """Yield the answers of *rows* that have a file, but no query and no percent-encoding in their address.

    *answers* has their headers by address. Routes with codes share the files of ``/v1/alpha``.
    """
    for row in rows:
        shared_file = answer_path(row.route.files_of, row.key) if row.route.files_of else ""
        file = row.file or shared_file
        if file and not row.query and "%" not in row.address and row.address in answers:
            yield DefaultAnswer(row, file, answers[row.address])
