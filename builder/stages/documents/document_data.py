"""What a document can be made from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.cache.steps import Steps
from builder.config import Config
from builder.types import Ask, Asset, Catalog, Dataset, Listings


@dataclass(frozen=True)
class DocumentData:
    """What the stages before have made, what is read beside it, and ``ask``: the core itself.

    ``core`` are the modules of the edge core by file name, ``cache`` is a folder for what is expensive to make,
    ``steps`` are results that are kept from build to build, ``page_count`` is the number of files of records, pages and
    images.
    ``licence`` is that of the code; ``notices`` are texts of licences by source, for those that are no part of
    ``data/licences.json`` because a refresh takes them from the source itself.
    """

    dataset: Dataset
    listings: Listings
    catalogs: Sequence[Catalog]
    images: Sequence[Asset]
    config: Config
    templates: Path
    changelog: str
    licence: str
    notices: Mapping[str, str]
    cache: Path
    steps: Steps
    core: Mapping[str, str]
    page_count: int
    ask: Ask
