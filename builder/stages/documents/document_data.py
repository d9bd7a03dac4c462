"""The values that documents are made from, and the asset that a document is."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from builder.config import Config
from builder.memo import Memo
from builder.paths import public_path
from builder.types import AnswerRow, Ask, Asset, Dataset, File, JsonObject, Listings


class DocumentData(NamedTuple):
    """Results of earlier stages, texts of the project, and ``ask``, which calls the edge core.

    ``sizes`` has the bytes of each answer file and image by path, ``core`` the modules of the edge core by file name.
    ``memo`` keeps pages from build to build. ``licence`` is the licence of the code. ``notices`` holds licence texts by
    source that are not in ``data/licences.json``, because a refresh copies them from the source. ``changes`` has what
    each refresh changed, the newest first.
    """

    dataset: Dataset
    listings: Listings
    answers: Sequence[AnswerRow]
    sizes: Mapping[str, int]
    config: Config
    templates: Path
    changelog: str
    licence: str
    notices: Mapping[str, str]
    changes: Sequence[JsonObject]
    memo: Memo
    core: Mapping[str, str]
    ask: Ask


def make_document(path: str, body: bytes, kind: str) -> Asset:
    """Make the asset of a file below ``public/``, whose address is its path."""
    return Asset(f"/{path}", File.of(public_path(path), body), kind)
