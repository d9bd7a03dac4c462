"""Checks the further names in ``data/aliases/`` and ``data/names/``: whether a search finds what they name."""

from collections.abc import Iterator, Mapping, Sequence

from builder.api.aliases import ALIAS_TABLES, without_spaces
from builder.api.types import Dataset, Fold, Listings
from builder.inputs.errors import Problem
from builder.site.listings import make_listings

# Names by the value or the code that they name.
Names = Mapping[str, Sequence[str]]
# By key: the alpha-2 codes of the countries that it finds.
Found = dict[str, tuple[str, ...]]


def misleading_names(dataset: Dataset, fold: Fold) -> Iterator[Problem]:
    """Yield every name that is empty after folding, that names nothing in the records, or that finds other countries.

    The names of countries in other languages may be shared.
    """
    codes = [record.cca2 for record in dataset.records]
    plain = make_listings(dataset._replace(aliases={}, names={}), fold)
    found = {index: _found(plain, index, codes) for index in plain.indexes}
    found_by_capital: Found = {}
    for code, names in zip(codes, plain.capitals, strict=True):
        for text in names.common:
            found_by_capital[without_spaces(text)] = (*found_by_capital.get(without_spaces(text), ()), code)
            found_by_capital[code] = (code,)
    for kind, tables in (("aliases", dataset.aliases), ("names", dataset.names)):
        for name, table in tables.items():
            yield from _unfindable(f"{kind}/{name}.json", table, fold)
    for alias_table in ALIAS_TABLES:
        table = dataset.aliases.get(alias_table.file, {})
        if alias_table.is_of_signs:
            # Several currencies can share a sign.
            table = {code: [] for code in table}
        keys = dict(zip(table, map(without_spaces, fold([*table])), strict=True))
        what, file = f"{alias_table.noun} of any record", f"aliases/{alias_table.file}.json"
        yield from _misleading(file, table, keys, found[alias_table.index], what=what, fold=fold)
    for name in ("capitals", "other-capitals"):
        table = dataset.names.get(name, {})
        keys = {code: code for code in table}
        what, file = "code of a country with a capital", f"names/{name}.json"
        yield from _misleading(file, table, keys, found_by_capital, what=what, fold=fold)


def _found(listings: Listings, index: str, codes: Sequence[str]) -> Found:
    members = {key: listings.listings[number].members for key, number in listings.indexes[index].items()}
    return {key: tuple(codes[number] for number in numbers) for key, numbers in members.items()}


def _unfindable(file: str, table: Names, fold: Fold) -> Iterator[Problem]:
    for target, listed in table.items():
        for name, text in zip(listed, fold([*listed]), strict=True):
            if not text:
                yield Problem(file, f"{target}: {name}", "is empty after folding")


def _misleading(
    file: str, table: Names, keys: Mapping[str, str], found: Found, *, what: str, fold: Fold
) -> Iterator[Problem]:
    """Yield what *table* names and *found* lacks, and names that find other countries. Add the right names to *found*.

    *keys* has the key in *found* of each value that the table names.
    """
    for target, listed in table.items():
        if (meant := found.get(keys[target])) is None:
            yield Problem(file, target, f"is no {what}; correct or remove it")
            continue
        for name, key in zip(listed, map(without_spaces, fold([*listed])), strict=True):
            if (existing := found.setdefault(key, meant)) != meant:
                others = ", ".join(existing[:5])
                yield Problem(file, f"{target}: {name}", f"already finds {others}; a name must lead to one value")
