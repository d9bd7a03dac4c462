"""What a document can be made from."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.config import Config
from builder.values import Ask, Asset, Catalog, Dataset, Listings


@dataclass(frozen=True)
class Site:
    """The values that the stages before have made, files to read, the release notes, and ``ask``: the core itself."""

    dataset: Dataset
    listings: Listings
    catalogs: Sequence[Catalog]
    images: Sequence[Asset]
    config: Config
    templates: Path
    outlines: Path
    changelog: str
    ask: Ask
