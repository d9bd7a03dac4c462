"""Compares each table with other sources, by ``compare`` in the module with the name of the table."""

from collections.abc import Iterator, Mapping, Sequence, Set
from importlib import import_module
from pkgutil import iter_modules

from refresh.inputs import Inputs
from refresh.refresh_types import Compared, Listed


def compared_tables(tables: Mapping[str, object], inputs: Inputs) -> Iterator[Compared]:
    """Compare the stored *tables* by name. The field of a comparison begins with the name of its table."""
    for module in sorted(found.name for found in iter_modules(__path__)):
        name = module.replace("_", "-")
        if name in tables:
            compare = import_module(f"{__name__}.{module}").compare
            for field, code, ours, theirs, agrees in compare(tables[name], inputs):
                yield f"{name}: {field}", code, ours, theirs, agrees


def only(ours: Set[str], theirs: Set[str], separator: str = ", ") -> tuple[Listed, Listed, bool]:
    """Return what only ours has, what only theirs has, and whether both are equal."""
    one, other = (Listed({each: each for each in sorted(alone)}, separator) for alone in (ours - theirs, theirs - ours))
    return one, other, ours == theirs


def by_code(field: str, ours: Mapping[str, object], theirs: Mapping[str, object]) -> Iterator[Compared]:
    """Compare two lists of values by code; a missing value is written "none"."""
    for code in sorted({*ours, *theirs}):
        own, other = ours.get(code, "none"), theirs.get(code, "none")
        yield field, code, own, other, own == other


def text(values: Sequence[str]) -> str:
    """Join values with commas; without values, return "none"."""
    return ", ".join(values) or "none"


def letters(name: str) -> str:
    """Return the letters of a name, without case."""
    return "".join(filter(str.isalpha, name.casefold()))
