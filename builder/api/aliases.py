"""The alias tables of ``data/aliases/``, and the keys under which a route finds a name."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class AliasTable:
    """A file ``data/aliases/<file>.json``: lists of aliases by the value or code that they name.

    ``index`` is the index of the route that accepts the aliases, ``noun`` the word for a value of that route. In a
    table with ``is_of_signs``, the aliases are signs: they are compared as written, and currencies can share a sign.
    """

    file: str
    index: str
    noun: str
    is_of_signs: bool = False


ALIAS_TABLES = (
    AliasTable("regions", "region", "region"),
    AliasTable("subregions", "subregion", "subregion"),
    AliasTable("continents", "continent", "continent"),
    AliasTable("bibliographic-codes", "lang", "language"),
    AliasTable("languages", "lang", "language"),
    AliasTable("currency-numbers", "currency", "currency"),
    AliasTable("currencies", "currency", "currency"),
    AliasTable("currency-signs", "currency", "currency", is_of_signs=True),
)

# The field of records whose values a path parameter takes, by the index of the route.
FIELD_OF_INDEX = {
    "names": "name.common",
    "capitals": "capital",
    "region": "region",
    "subregion": "subregion",
    "continent": "continents",
    "lang": "languages",
    "currency": "currencies",
    "cioc": "cioc",
}

# The files of ``data/names/``: names by alpha-2 code.
NAME_FILES = ("countries", "capitals", "others", "other-capitals")


def without_spaces(folded: str) -> str:
    """Remove the spaces from a folded name, which makes it a key. The edge makes the same key from a request."""
    return folded.replace(" ", "")


def word_runs(folded: str) -> Iterator[str]:
    """Yield every sequence of whole words of a folded name, without spaces."""
    words = folded.split(" ")
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            yield "".join(words[start:end])
