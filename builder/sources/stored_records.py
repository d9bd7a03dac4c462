"""Facts as sources give them and records as they grow, both plain values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.sources.package_archive import Archive

StoredRecord = dict[str, Any]
StoredRecords = dict[str, StoredRecord]


@dataclass(frozen=True)
class Fact:
    """One value, the year or date it holds for (empty where unknown), and when a live source gave it."""

    value: Any
    as_of: str = ""
    fetched_at: str = ""


# Facts by alpha-2 code and dotted field path.
Facts = dict[str, dict[str, Fact]]

# A reader sees the records merged so far, since some sources are keyed by what others supply (a capital, an item).
Reader = Callable[[Archive, Mapping[str, StoredRecord]], Facts]
