"""The alias tables of ``data/aliases/``, and the keys under which a route finds a name."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class AliasTable:
    """A file ``data/aliases/<file>.json``: lists of aliases by the value or code that they name.

    ``index`` is the index of the route that accepts the aliases, ``what`` the noun for its values. Aliases with
    ``is_of_signs`` are signs, which are compared as they are written; several values can share a sign.
    """

    file: str
    index: str
    what: str
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

# The files of ``data/names/``: names by alpha-2 code.
NAME_FILES = ("countries", "capitals", "others", "other-capitals")


def squash(folded: str) -> str:
    """Make the key of a folded name: the name without its spaces. The edge makes the same key from a request."""
    return folded.replace(" ", "")


def word_runs(folded: str) -> Iterator[str]:
    """Yield every sequence of whole words of a folded name, without spaces."""
    words = folded.split(" ")
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            yield "".join(words[start:end])
