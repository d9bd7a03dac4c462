"""Finds the addresses that a file answers, and the headers of those answers, by asking the core for each."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from builder.api.headers import LINK
from builder.javascript.core_calls import UnwrittenSite
from builder.javascript.manifest import Manifest, Result
from builder.stages.hosts.shared.deployment import Deployment
from builder.types import AnswerRow

# In the place of the path in a Link header, which several addresses of one answer have.
PATH = "\0"


class FileAnswer(NamedTuple):
    """An answer from a file: the file below ``public/``, and its headers other than those of every answer.

    ``PATH`` stands for the path of the request.
    """

    file: str
    headers: tuple[tuple[str, str], ...]


def file_answers(deployment: Deployment) -> dict[str, FileAnswer]:
    """Find the answer of every address without a query that a file answers: routes in each spelling, and assets."""
    # Rows with a file of their own come first, because others are answered by the file of an equal list.
    rows = sorted((row for row in deployment.answers if not row.query), key=lambda row: not row.file)
    asked = {_identity(row): row.address for row in reversed(rows)}
    found = dict(zip(asked, _ask(deployment, [*asked.values()]), strict=True))
    answers = {address: found[_identity(row)] for row in rows for address in row.addresses}
    assets = [*deployment.manifest["assets"]]
    answers |= zip(assets, _ask(deployment, assets), strict=True)
    return {address: answer for address, answer in answers.items() if answer}


def _identity(row: AnswerRow) -> Hashable:
    """Identify the answer of *row*, which is that of every row with the same records on the same route."""
    return row.route.path, row.key if row.route.kind == "rank" else row.members


def _ask(deployment: Deployment, targets: Sequence[str]) -> list[FileAnswer | None]:
    site = UnwrittenSite(deployment.core, deployment.manifest, ())
    answered = zip(targets, site.answer_each(targets), strict=True)
    return [_file_answer(target, result, deployment.manifest) for target, result in answered]


def _file_answer(target: str, result: Result, manifest: Manifest) -> FileAnswer | None:
    if "file" not in result:
        return None
    common = {name for name, _ in manifest["headers"]["common"]}
    headers = tuple(
        (name, value.replace(target, PATH) if name == LINK.name else value)
        for name, value in result["headers"]
        if name not in common
    )
    return FileAnswer(result["file"], headers)
