"""Subdivisions: names of ``iso-3166``, kinds and parents of ``iso3166-2``.

Names that ``iso-3166`` cuts off or misspells are in ``data/curated/tables/subdivisions.json``.
"""

from collections.abc import Iterator, Mapping

from builder.inputs.errors import InputError, Problem
from refresh.inputs import Inputs
from refresh.tables import exported

_CURATED = "subdivisions"


def read(inputs: Inputs) -> Iterator[Mapping[str, object]]:
    """Yield the rows: the codes that both lists have.

    A correction without a code to correct, or with the name that the list has by now, is an ``InputError``.
    """
    names = {entry["code"]: entry["name"] for entry in exported(inputs.package("iso-3166"), "2.js", "iso31662")}
    lists = inputs.package("iso3166-2").json("iso3166_2/iso3166-2.json")
    corrected = inputs.curated(f"tables/{_CURATED}", dict[str, str])
    if stale := [code for code, name in corrected.items() if names.get(code) in (None, name)]:
        message = "corrects nothing: the list lacks the code or has the name; remove it"
        file = f"curated/tables/{_CURATED}.json"
        raise InputError([Problem(file, code, message) for code in stale], "data/ is unchanged.")
    for country, subdivisions in lists.items():
        for code, entry in subdivisions.items():
            if code in names and country in inputs.records:
                yield {
                    "cca2": country,
                    "code": code,
                    "name": corrected.get(code, names[code]),
                    "kind": entry["type"],
                    "parent": entry["parentCode"],
                }
