"""Types of the values of a refresh: facts of sources, and records under construction."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.refresh.package_archive import Archive

StoredRecord = dict[str, Any]
StoredRecords = dict[str, StoredRecord]

# After this many failures in a row a service counts as down; further requests would only wait.
FAILURES_IN_A_ROW = 3


class Unavailable(Exception):  # noqa: N818 - it is the service that is, and callers say so
    """The service did not give a usable answer; the message says what it did."""


@dataclass(frozen=True)
class Fact:
    """A value, its year or date (empty if unknown), and the time when a live service gave it."""

    value: Any
    as_of: str = ""
    fetched_at: str = ""


# Facts by alpha-2 code and dotted field path.
Facts = dict[str, dict[str, Fact]]

# A reader gets the records merged so far, because some sources are keyed by values of others (a capital, an item).
Reader = Callable[[Archive, Mapping[str, StoredRecord]], Facts]
