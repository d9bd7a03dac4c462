"""Finds the addresses that a file answers, and the headers of those answers, by asking the core for each."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from builder.answer_row import AnswerRow
from builder.api.headers import LINK
from builder.javascript.core_calls import unwritten_site
from builder.javascript.manifest import Manifest
from builder.paths import RECORD_FOLDER, answer_path

# In the place of the path in a Link header, which several addresses of one answer have.
PATH = "\0"
_NEXT = 'rel="next"'

Headers = tuple[tuple[str, str], ...]


class FileAnswer(NamedTuple):
    """An answer from a file: the file below ``public/``, and its headers other than those of every answer.

    ``PATH`` stands for the path of the request.
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


def file_answers(rows: Sequence[AnswerRow], manifest: Manifest, core: Mapping[str, str]) -> dict[str, FileAnswer]:
    """Find the answer of every address without a query that a file answers: routes in each spelling, and documents."""
    # Rows with a file of their own come first, because others are answered by the file of an equal list.
    rows = sorted((row for row in rows if not row.query), key=lambda row: not row.file)
    # By an identity, because rows with the same records on the same route have the same answer.
    asked: dict[Hashable, str] = {_identity(row): row.address for row in reversed(rows)}
    assets = [address for address, asset in manifest["assets"].items() if asset["cache"] != "image"]
    asked |= zip(assets, assets, strict=True)
    common = {name for name, _ in manifest["headers"]["common"]}
    found: dict[Hashable, FileAnswer] = {}
    results = unwritten_site(core, manifest, ()).answer_each(asked.values())
    for (identity, address), result in zip(asked.items(), results, strict=True):
        if "file" in result:
            headers = tuple(
                (name, value.replace(address, PATH) if name == LINK.name else value)
                for name, value in result["headers"]
                if name not in common
            )
            found[identity] = FileAnswer(result["file"], headers)
    filed = [row for row in rows if _identity(row) in found]
    answers = {address: found[_identity(row)] for row in filed for address in row.addresses}
    return answers | {address: found[address] for address in assets}


def _identity(row: AnswerRow) -> Hashable:
    return row.route.path, row.key if row.route.kind == "rank" else row.members


def default_answers(rows: Sequence[AnswerRow], answers: Mapping[str, FileAnswer]) -> Iterator[DefaultAnswer]:
    """Find the default answer of every route and canonical key in its plain spelling. Codes share the files of alpha.

    *answers* is the result of ``file_answers``.
    """
    for row in rows:
        shared = answer_path(f"/{RECORD_FOLDER}/{{}}", row.key) if row.route.kind == "codes" else ""
        file = row.file or shared
        if file and not row.query and "%" not in row.address and row.address in answers:
            yield DefaultAnswer(row, file, answers[row.address].headers)
