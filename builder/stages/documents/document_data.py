"""The values that documents are made from."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from builder.cache.step_cache import StepCache
from builder.config import Config
from builder.types import Ask, Asset, Catalog, Dataset, Listings, Searches, UploadSize


class DocumentData(NamedTuple):
    """Results of earlier stages, texts of the project, and ``ask``, which calls the edge core.

    ``core`` holds the modules of the edge core by file name, ``cache`` is the folder of cached results, ``steps`` are
    results that are cached between builds, ``page_count`` is the number of files of records, pages and
    images, ``upload`` what a first deployment sends of these.
    ``licence`` is the
    licence of the code. ``notices`` holds licence texts by source that are not in ``data/licences.json``, because a
    refresh copies them from the source.
    """

    dataset: Dataset
    listings: Listings
    find_searches: Callable[[], Searches]
    catalogs: Sequence[Catalog]
    images: Sequence[Asset]
    config: Config
    templates: Path
    changelog: str
    licence: str
    notices: Mapping[str, str]
    cache: Path
    steps: StepCache
    core: Mapping[str, str]
    page_count: int
    upload: UploadSize
    ask: Ask
