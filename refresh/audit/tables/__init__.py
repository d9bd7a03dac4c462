"""Compares the tables beside the record with other sources, and with the records.

The comparison of the table ``<name>`` is ``compare`` in the module of that name, with underscores.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TypeVar

from refresh.data_files import read_json, read_values
from refresh.download import fetch
from refresh.package_archive import Archive
from refresh.refresh_types import Compared, StoredRecord
from refresh.source_list import SourceList

_CONVERTER = "country_converter/country_data.tsv"
_FIRST_CODE = re.compile("[A-Z]{2}")

_Content = TypeVar("_Content")


@dataclass(frozen=True)
class Others:
    """What the dataset is compared with: packages, which are kept in *cache*, files of *data*, and the records."""

    data: Path
    catalog: SourceList
    cache: Path
    records: Mapping[str, StoredRecord]

    def package(self, source: str) -> Archive:
        """Open the package of a source."""
        return fetch(self.catalog.source(source), self.cache)

    def curated(self, name: str, kind: type[_Content]) -> _Content:
        """Read a file of ``data/curated/``, whose content is a *kind*."""
        return read_json(self.data / "curated" / f"{name}.json", kind)

    def second(self, name: str, kind: type[_Content]) -> _Content:
        """Read the values of the second list of a table, which are a *kind*."""
        return read_values(self.data / "curated" / f"{name}-second-list.json", kind)

    @cached_property
    def factbook(self) -> Mapping[str, list[str]]:
        """The files of The World Factbook by country."""
        return self.curated("factbook-files", dict[str, list[str]])

    @property
    def day(self) -> str:
        """The day of the dataset."""
        return self.catalog.fetched_at[:10]


def compared_tables(tables: Mapping[str, object], others: Others) -> Iterator[Compared]:
    """Make every comparison of the stored *tables*, by name.

    A table that is not stored is not compared. The field of a comparison begins with the name of its table.
    """
    for module in sorted(found.name for found in iter_modules(__path__)):
        name = module.replace("_", "-")
        if name in tables:
            compare = import_module(f"{__name__}.{module}").compare
            for field, code, ours, theirs, agrees in compare(tables[name], others):
                yield f"{name}: {field}", code, ours, theirs, agrees


def converted(others: Others, column: str) -> dict[str, str]:
    """Read a column of country converter by alpha-2 code, which it has as a pattern where there are two."""
    table = others.package("country-converter").files(_CONVERTER)[_CONVERTER].decode().splitlines()
    codes = ((_FIRST_CODE.search(row["ISO2"]), row[column]) for row in csv.DictReader(table, delimiter="\t"))
    return {code[0]: value for code, value in codes if code and value}


def only(ours: Set[str], theirs: Set[str]) -> tuple[str, str, bool]:
    """Return what one side alone has, and whether that is nothing."""
    return text(sorted(ours - theirs)), text(sorted(theirs - ours)), ours == theirs


def text(values: Sequence[str]) -> str:
    """Join values for people; no value is "none"."""
    return ", ".join(values) or "none"


def letters(name: str) -> str:
    """Return a name without case, spaces and signs."""
    return "".join(filter(str.isalpha, name.casefold()))
