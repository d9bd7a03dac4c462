"""Types of the values of a refresh: facts of sources, and records under construction."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from builder.api.dataset_files import LanguageEntry
from builder.api.record_model import Country

# A record without the fields that a build computes. During a refresh it also lacks fields that are not merged yet.
StoredRecord = Country
StoredRecords = dict[str, StoredRecord]


@dataclass(frozen=True)
class Fact:
    """A value, its year or date (empty if unknown), and a note with its publisher or what it covers."""

    value: Any
    as_of: str = ""
    note: str = ""


# The content of ``data/reference/languages.json``.
Languages = dict[str, LanguageEntry]

# Facts by alpha-2 code and dotted field path.
Facts = dict[str, dict[str, Fact]]


class Listed(NamedTuple):
    """Several values of a comparison, by language, code or day, and the separator that joins them to one text."""

    values: Mapping[str, str]
    separator: str = ", "

    def __str__(self) -> str:
        return self.separator.join(self.values.values()) or "none"


# What a comparison with another source yields: a field, a country (or code), our value, the other value, and whether
# the two agree.
Compared = tuple[str, str, Any, Any, bool]


def alpha2_of(languages: Languages, key: str) -> str:
    """Return the two-letter code of a language, or its three-letter code *key* if it has no other."""
    return languages[key].get("alpha2", key) if key in languages else key
