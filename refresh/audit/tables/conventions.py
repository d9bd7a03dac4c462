"""Compares conventions with second lists."""

import re
from collections.abc import Iterator, Sequence
from typing import get_args

from builder.annexes.tables.models.conventions import Conventions, Day
from refresh.audit.postal_codes import postal_codes
from refresh.audit.tables import Others, text
from refresh.refresh_types import Compared

_COUNTRY = re.compile(r'^    country = "(\w\w)"', re.MULTILINE)
_WEEKEND = re.compile(r"^    weekend = \{([^}]*)\}", re.MULTILINE)


def compare(rows: Sequence[Conventions], others: Others) -> Iterator[Compared]:
    """Compare weekends with python-holidays, and every column but those of postal codes with a second list.

    Postal codes are compared with two lists of their forms.
    """
    for column, values in others.second("conventions", dict[str, dict[str, object]]).items():
        for row in rows:
            ours, theirs = row.get(column), values.get(row["cca2"], values.get("*"))
            # Where two lists differ and none decides, the row has no value.
            if ours and theirs:
                yield column, row["cca2"], ours, theirs, ours == theirs
    weekends = dict(map(_weekend, others.package("python-holidays").files("holidays/countries/*.py").values()))
    for row in rows:
        code = row["cca2"]
        own, days = row.get("weekend"), weekends.get(code)
        if own and days:
            yield "weekend (python-holidays)", code, text(own), text(days), {*own} == {*days}
    yield from postal_codes(rows, others.package("libaddressinput"), others.package("postal-codes-tools"))


def _weekend(module: bytes) -> tuple[str, list[str]]:
    """Read the country and the weekend of a module of python-holidays; no days where it does not name them."""
    content = module.decode()
    country, named = _COUNTRY.search(content), _WEEKEND.search(content)
    days = named[1] if named else ""
    return country[1] if country else "", [day for day in get_args(Day) if day[:3].upper() in days]
