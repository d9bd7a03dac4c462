"""The tables of further names in ``data/aliases/``, declared once, and which parts of a name a route takes."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class AliasTable:
    """A file ``data/aliases/<file>.json``: lists of further names, by the value or code that they stand for.

    ``index`` is the index of a route that finds them, ``what`` the noun for a value of it.
    """

    file: str
    index: str
    what: str


ALIAS_TABLES = (
    AliasTable("regions", "region", "region"),
    AliasTable("subregions", "subregion", "subregion"),
    AliasTable("continents", "continent", "continent"),
    AliasTable("bibliographic-codes", "lang", "language"),
    AliasTable("languages", "lang", "language"),
    AliasTable("currencies", "currency", "currency"),
)


def word_runs(folded: str) -> Iterator[str]:
    """Yield every run of whole words of a folded name, without its spaces."""
    words = folded.split(" ")
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            yield "".join(words[start:end])
